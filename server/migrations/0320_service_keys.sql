-- owner: service-keys
-- expand
-- Keys that the service makes itself, where its key store is not the environment. Each is sealed by the key store for its own
-- purpose and id. `public_jwk` is for whoever looks: what counts is inside what is sealed.
create table service_keys (
  purpose text not null check (purpose in ('facts', 'receipt', 'webhook')),
  kid text not null check (kid ~ '^[A-Za-z0-9._-]{1,64}$'),
  number bigint generated always as identity,
  public_jwk jsonb,
  sealed bytea not null,
  sealed_by text not null,
  -- `next` is published and opens, `current` signs or seals, `retired` is still published, or opens.
  state text not null check (state in ('next', 'current', 'retired')),
  made_at timestamptz not null default now(),
  not_before timestamptz,
  not_after timestamptz,
  primary key (purpose, kid)
);
create unique index service_keys_one_idx on service_keys (purpose, state) where state <> 'retired';

-- What became of each key, and who wanted it.
create table service_key_changes (
  change_id bigint generated always as identity,
  changed_at timestamptz not null default now(),
  purpose text not null,
  kid text not null,
  change text not null,
  actor text not null,
  reason text not null,
  primary key (change_id)
);
