-- owner: members
-- Invitations to an organization. Whoever signs in with the mailbox finds theirs as the system, before the tenant is known.

comment on table member_invitations is 'Mailboxes that are invited to an organization, and as what.';
create policy tenant on member_invitations to countersign_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on member_invitations for select to countersign_system using (true);
create policy operator on member_invitations to countersign_operator
  using (tenant() is null or merchant_id = tenant()) with check (tenant() is null or merchant_id = tenant());
revoke all on member_invitations from countersign_app, countersign_system, countersign_creator, countersign_operator;
grant select, insert, update (status, sent_at, expires_at, accepted_at) on member_invitations to countersign_app;
grant select on member_invitations to countersign_system;
grant select, update (status) on member_invitations to countersign_operator;

-- The tenant's invitations of a person who is to be forgotten lose the mailbox, and those that are open are withdrawn.
create policy eraser on member_invitations for all to countersign_owner using (merchant_id = tenant())
  with check (merchant_id = tenant() and email ~ '@erased\.invalid$');
create or replace function erase_invited(mailbox text) returns setof uuid
language sql security definer set search_path = countersign, pg_temp as $$
  update member_invitations set email = 'erased-' || member_invitation_id || '@erased.invalid',
      status = case status when 'pending' then 'withdrawn' else status end
    where merchant_id = tenant() and email = mailbox returning member_invitation_id
$$;
revoke all on function erase_invited(text) from public, countersign_system;
grant execute on function erase_invited(text) to countersign_app, countersign_operator;
