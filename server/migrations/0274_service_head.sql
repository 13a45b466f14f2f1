-- owner: restore
-- expand
-- How far the mirror outside the database knows this one, so that a restored backup can't pass for the whole.
create table service_head (
  one boolean not null default true check (one),
  -- Of the newest head; 0 before there is a mirror.
  number bigint not null default 0,
  -- The newest head that lists revocations; 0 if none does.
  listed bigint not null default 0,
  written_at timestamptz not null default '-infinity',
  primary key (one)
);
insert into service_head default values;

-- What was revoked and may not be in the mirror yet. A row goes once a head that lists it is there.
create table service_revocations (
  revocation_id bigint generated always as identity,
  kind text not null,
  ids jsonb not null,
  head_number bigint,
  primary key (revocation_id)
);
alter table service_revocations enable row level security;
alter table service_revocations force row level security;
