-- owner: merchant-accounts
-- A person, known by a mailbox. Not a tenant's: one account may open several organizations.

-- table accounts
revoke all on accounts from countersign_app, countersign_system, countersign_creator;
grant select, insert on accounts to countersign_system;
