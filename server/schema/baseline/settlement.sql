-- What the ledger says of payments. Nothing here exists for a payment until an observer is configured.

-- owner: settlements

-- One process, as long as it says that it still does.
create table ledger_networks (
  network text primary key,
  held_by uuid,
  held_until timestamptz
);
comment on table ledger_networks is 'Which process observes a network now.';
alter table ledger_networks enable row level security, force row level security;

-- A test network begins again a few times a year, under the same name. What was seen before is kept apart from what was seen after.
create table ledger_epochs (
  network text not null,
  epoch text not null,
  simulated boolean not null,
  opened_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  primary key (network, epoch)
);
comment on table ledger_epochs is
  'A network between two beginnings; its name is the hash of the first ledger that was seen.';
create unique index on ledger_epochs (network) where ended_at is null;
alter table ledger_epochs enable row level security, force row level security;

-- Ledgers that a quorum agreed on, about one a minute: by them a reset is noticed, and a time is found in the ledger.
create table ledger_anchors (
  network text not null,
  epoch text not null,
  sequence bigint not null,
  hash text not null,
  closed_at bigint not null,
  primary key (network, epoch, sequence)
);
comment on table ledger_anchors is 'Ledgers that a quorum agreed on.';
alter table ledger_anchors enable row level security, force row level security;

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
  assurance text check (assurance in ('chain_observed', 'merchant_accepted', 'disputed', 'proven_unpaid')),
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
  -- Agent payments are watched as payment requests are. The project names them; a payment request has none.
  project_id uuid,
  -- How many events told of the ledger: the number names the event of an agent payment.
  ledger_events integer not null default 0,
  named_at timestamptz,
  -- When the wallet said that it is paid.
  confirmed_at timestamptz,
  bound_by text check (bound_by in ('reference', 'payer_signature')),
  paid_by text,
  -- A payment that fits and that nothing binds: transaction, place, what is known of it.
  ledger_match jsonb,
  accepted_by uuid,
  accepted_at timestamptz,
  primary key (merchant_id, payment_id)
);
comment on table settlements is
  'What the ledger says of a payment; the status, which is the wallet''s word, stands elsewhere.';
create index on settlements (network, looked_at nulls first) where done_at is null;
create index on settlements (network, payee) where done_at is null;
create unique index settlements_accepted_idx
  on settlements (merchant_id, network, network_epoch, transaction_hash, place) where assurance = 'merchant_accepted';
create index settlements_payee_looked_idx on settlements (network, payee, looked_at nulls first, payment_id)
  where done_at is null;
alter table settlements enable row level security, force row level security;

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
comment on table settlement_findings is
  'Everything about a payment that did not fit, with what was expected and what was seen.';
alter table settlement_findings enable row level security, force row level security;

create table ledger_claims (
  network text not null,
  epoch text not null,
  transaction_hash text not null,
  place text not null,
  payment_id uuid not null,
  claimed_at timestamptz not null default clock_timestamp(),
  primary key (network, epoch, transaction_hash, place)
);
comment on table ledger_claims is 'Which payment a movement of money pays for: one at most.';
alter table ledger_claims enable row level security, force row level security;

-- A key of the paying account signed that this operation pays this payment. Whether it did was checked before.
create table payer_proofs (
  merchant_id uuid not null,
  payment_id uuid not null,
  transaction_hash text not null,
  place text not null,
  account text not null,
  signer text not null,
  signature text not null,
  proof_id bigint generated always as identity,
  created_at timestamptz not null default clock_timestamp(),
  primary key (merchant_id, payment_id, transaction_hash, place, account, signer)
);
comment on table payer_proofs is 'What paying accounts signed: this transaction pays this payment. Written once.';
alter table payer_proofs enable row level security, force row level security;

-- Payments that reached an address and that no request wants. Only the newest are kept, so the greatest number is how many
-- there were.
create table payee_findings (
  network text not null,
  payee text not null,
  network_epoch text not null,
  transaction_hash text not null,
  place text not null,
  seen jsonb not null,
  found_at timestamptz not null default clock_timestamp(),
  number bigint not null,
  primary key (network, payee, network_epoch, transaction_hash, place)
);
comment on table payee_findings is 'Payments to an address that no request wants: the newest ones.';
create unique index on payee_findings (network, payee, number);
alter table payee_findings enable row level security, force row level security;
