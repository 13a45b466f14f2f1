-- owner: members
-- Invitations to an organization. Whoever signs in with the mailbox finds theirs as the system, before the tenant is known.

create policy tenant on member_invitations to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on member_invitations for select to pursestrings_system using (true);
create policy operator on member_invitations to pursestrings_operator
  using (tenant() is null or merchant_id = tenant()) with check (tenant() is null or merchant_id = tenant());
revoke all on member_invitations from pursestrings_app, pursestrings_system, pursestrings_creator, pursestrings_operator;
grant select, insert, update (status, accepted_at) on member_invitations to pursestrings_app;
grant select on member_invitations to pursestrings_system;
grant select, update (status) on member_invitations to pursestrings_operator;

-- The tenant's invitations of a person who is to be forgotten lose the mailbox, and those that are open are withdrawn.
create policy eraser on member_invitations for all to pursestrings_owner using (merchant_id = tenant())
  with check (merchant_id = tenant() and email ~ '@erased\.invalid$');
create or replace function erase_invited(mailbox text) returns setof uuid
language sql security definer set search_path = pursestrings, pg_temp as $$
  update member_invitations set email = 'erased-' || member_invitation_id || '@erased.invalid',
      status = case status when 'pending' then 'withdrawn' else status end
    where merchant_id = tenant() and email = mailbox returning member_invitation_id
$$;
revoke all on function erase_invited(text) from public, pursestrings_system;
grant execute on function erase_invited(text) to pursestrings_app, pursestrings_operator;
