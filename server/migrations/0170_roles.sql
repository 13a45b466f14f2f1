-- owner: merchants
-- expand
-- What each member may do. Whoever was a member before founded the organization, and so do those that a process of the version
-- before adds.
alter table memberships add column role text not null default 'owner'
  check (role in ('viewer', 'developer', 'admin', 'owner'));
