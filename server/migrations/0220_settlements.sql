-- owner: settlements
-- expand
-- What the ledger says of payments. Nothing here exists for a payment until an observer is configured.

-- Who looks at a network now: one process, as long as it says that it still does.
create table ledger_networks (
  network text primary key,
  held_by uuid,
  held_until timestamptz
);
alter table ledger_networks enable row level security;
alter table ledger_networks force row level security;

-- A test network begins again a few times a year, under the same name. What was seen before and after is told apart.
create table ledger_epochs (
  network text not null,
  epoch text not null,
  simulated boolean not null,
  opened_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  primary key (network, epoch)
);
create unique index on ledger_epochs (network) where ended_at is null;
alter table ledger_epochs enable row level security;
alter table ledger_epochs force row level security;

-- Ledgers that a quorum agreed on, about one a minute: by them a reset is noticed, and a time is found in the ledger.
create table ledger_anchors (
  network text not null,
  epoch text not null,
  sequence bigint not null,
  hash text not null,
  closed_at bigint not null,
  primary key (network, epoch, sequence)
);
alter table ledger_anchors enable row level security;
alter table ledger_anchors force row level security;

create table settlements (
  merchant_id uuid not null,
  payment_id uuid not null,
  connection_id uuid not null,
  network text not null,
  payee text not null,
  watched_at timestamptz not null default clock_timestamp(),
  looked_at timestamptz,
  -- Nothing that the ledger holds later can change the answer.
  done_at timestamptz,
  -- How far the payee's account was read for this payment: from before it was asked for (`whole`), or from later on.
  scan_epoch text,
  scan_whole boolean,
  scan_from bigint,
  scan_through bigint,
  scan_closed_at bigint,
  -- Null: the wallet's word is all there is.
  assurance text check (assurance in ('chain_observed', 'disputed', 'proven_unpaid')),
  ledger_outcome text not null default 'unknown' check (ledger_outcome in ('paid', 'unpaid', 'mismatch', 'unknown')),
  reason text,
  notes text[] not null default '{}',
  transaction_hash text,
  place text,
  ledger bigint,
  closed_at bigint,
  received_units numeric,
  observers text[] not null default '{}',
  sealed_by text[] not null default '{}',
  network_epoch text,
  retry text check (retry in ('safe', 'payer_may_still_pay')),
  -- What the answer rests on, byte for byte.
  evidence jsonb,
  judged_at timestamptz,
  primary key (merchant_id, payment_id)
);
create index on settlements (network, looked_at nulls first) where done_at is null;
create index on settlements (network, payee) where done_at is null;
alter table settlements enable row level security;
alter table settlements force row level security;

create table settlement_findings (
  merchant_id uuid not null,
  payment_id uuid not null,
  reason text not null,
  -- Empty where no transaction is meant.
  transaction_hash text not null,
  -- What was expected, and what was seen.
  seen jsonb not null,
  network_epoch text,
  found_at timestamptz not null default clock_timestamp(),
  primary key (merchant_id, payment_id, reason, transaction_hash)
);
alter table settlement_findings enable row level security;
alter table settlement_findings force row level security;

-- One movement of money pays for one payment at most, whosever it is.
create table ledger_claims (
  network text not null,
  epoch text not null,
  transaction_hash text not null,
  place text not null,
  payment_id uuid not null,
  claimed_at timestamptz not null default clock_timestamp(),
  primary key (network, epoch, transaction_hash, place)
);
alter table ledger_claims enable row level security;
alter table ledger_claims force row level security;
