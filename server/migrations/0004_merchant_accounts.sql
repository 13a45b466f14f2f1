-- owner: merchant-accounts
-- A person, known by a mailbox. Not a tenant's: one account may open several organizations.

create table accounts (
  account_id uuid primary key,
  email text not null unique,
  created_at timestamptz not null default now()
);
grant select, insert on accounts to countersign_system;
