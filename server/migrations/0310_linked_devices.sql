-- owner: devices
-- expand
-- Several devices of one person: a linked one belongs to the wallet of the device that showed it a code.
alter table devices add column wallet_id uuid;
alter table devices add column linked_at timestamptz;
create table device_link_codes (
  device_id uuid primary key,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  expires_at timestamptz not null,
  -- Who used it: the same device may ask again, after a lost answer.
  used_by uuid
);
create unique index device_link_codes_hash on device_link_codes (code_hash);
alter table device_link_codes enable row level security;
alter table device_link_codes force row level security;
