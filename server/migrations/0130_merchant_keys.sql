-- owner: merchant-keys
-- expand
-- Keys of a merchant's own servers. Of a key only its hash is kept, and four characters to know it by.
create table merchant_keys (
  merchant_id uuid not null,
  merchant_key_id uuid not null,
  name text not null,
  scopes text[] not null check (cardinality(scopes) > 0),
  key_hash bytea not null check (octet_length(key_hash) = 32),
  last_four text not null check (length(last_four) = 4),
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  primary key (merchant_id, merchant_key_id)
);
alter table merchant_keys enable row level security;
alter table merchant_keys force row level security;
create index merchant_keys_by_hash on merchant_keys (key_hash);
