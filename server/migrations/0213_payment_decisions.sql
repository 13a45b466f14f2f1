-- owner: payment-requests
-- expand
-- What devices signed about payments of both kinds, word for word; and whether the user's decision was signed with a key
-- (null where nobody has decided yet, or did so before this was kept).
create table payment_decisions (
  merchant_id uuid not null,
  connection_id uuid not null,
  payment_id uuid not null,
  status text not null,
  device_id uuid not null,
  kid text not null,
  jws text not null,
  late boolean not null,
  recorded_at timestamptz not null default now(),
  primary key (merchant_id, connection_id, payment_id, status)
);
alter table payment_decisions enable row level security;
alter table payment_decisions force row level security;
alter table payment_requests add column device_signed boolean;
