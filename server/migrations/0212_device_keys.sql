-- owner: devices
-- expand
-- The keys with which devices sign their decisions, one active at a time, and the challenge that proves the next one.
create table device_keys (
  device_id uuid not null,
  kid text not null,
  alg text not null check (alg in ('EdDSA', 'ES256')),
  jwk jsonb not null,
  status text not null default 'active' check (status in ('active', 'replaced', 'revoked')),
  created_at timestamptz not null default now(),
  proven_at timestamptz,
  ended_at timestamptz,
  primary key (device_id, kid),
  check ((status = 'active') = (ended_at is null))
);
create unique index device_keys_active on device_keys (device_id) where status = 'active';
alter table device_keys enable row level security;
alter table device_keys force row level security;
create table device_key_challenges (
  device_id uuid primary key,
  challenge_hash bytea not null check (octet_length(challenge_hash) = 32),
  expires_at timestamptz not null
);
alter table device_key_challenges enable row level security;
alter table device_key_challenges force row level security;
-- The kid is the thumbprint (RFC 7638): SHA-256 of the key in canonical JSON.
insert into device_keys (device_id, kid, alg, jwk, created_at)
select d.device_id,
  translate(rtrim(encode(sha256(convert_to(format('{"crv":"Ed25519","kty":"OKP","x":"%s"}', k.x), 'UTF8')), 'base64'), '='),
    '+/', '-_'),
  'EdDSA', jsonb_build_object('kty', 'OKP', 'crv', 'Ed25519', 'x', k.x), d.created_at
from devices d cross join lateral (
  select translate(rtrim(encode(d.public_key, 'base64'), '='), '+/', '-_') as x) k
where d.public_key is not null and d.revoked_at is null;
