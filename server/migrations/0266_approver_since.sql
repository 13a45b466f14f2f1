-- owner: merchants
-- expand
-- Since when a member is an owner or admin. Null for those who were before this was kept: then since they joined.
alter table memberships add column approver_since timestamptz;
