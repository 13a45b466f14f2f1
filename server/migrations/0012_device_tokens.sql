-- owner: credentials
-- One token per device: rotation replaces the hash, and the old token is dead at that commit (W9).

create table device_tokens (
  device_id uuid primary key,
  token_hash bytea not null,
  issued_at timestamptz not null default now()
);
create index on device_tokens (token_hash);
call wallet_table('device_tokens');
grant select, insert, update (token_hash, issued_at) on device_tokens to countersign_app;
create policy system on device_tokens for select to countersign_system using (true);
grant select on device_tokens to countersign_system;
