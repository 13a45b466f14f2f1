-- owner: merchant-accounts
-- A person, known by a mailbox. Not a tenant's: one account may open several organizations.

revoke all on accounts from pursestrings_app, pursestrings_system, pursestrings_creator, pursestrings_operator;
grant select, insert on accounts to pursestrings_system;
grant select on accounts to pursestrings_operator;

-- The mailbox of a person who is to be forgotten. The account stays without it, and so does the record of what was done with it.
create or replace function erase_mailbox(account uuid) returns boolean
language sql security definer set search_path = pursestrings, pg_temp as $$
  update accounts set email = 'erased-' || account || '@erased.invalid' where account_id = account returning true
$$;
revoke all on function erase_mailbox(uuid) from public, pursestrings_app, pursestrings_system, pursestrings_worker;
grant execute on function erase_mailbox(uuid) to pursestrings_operator;
