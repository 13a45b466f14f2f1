-- owner: members
-- Invitations to an organization. Whoever signs in with the mailbox finds theirs as the system, before the tenant is known.

comment on table member_invitations is 'Mailboxes that are invited to an organization, and as what.';
create policy tenant on member_invitations to countersign_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on member_invitations for select to countersign_system using (true);
revoke all on member_invitations from countersign_app, countersign_system, countersign_creator;
grant select, insert, update (status, sent_at, expires_at, accepted_at) on member_invitations to countersign_app;
grant select on member_invitations to countersign_system;
