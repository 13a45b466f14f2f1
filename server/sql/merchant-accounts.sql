-- owner: merchant-accounts
-- A person, known by a mailbox. Not a tenant's: one account may open several organizations.

comment on table accounts is 'A person, known by a mailbox. One account may open several organizations.';
revoke all on accounts from countersign_app, countersign_system, countersign_creator;
grant select, insert on accounts to countersign_system;
