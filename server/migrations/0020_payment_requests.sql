-- owner: payment-requests
-- Requests and the feed of what happened to them. What a request asks for is written once: the version that it is pinned
-- to never changes, and amount, times and digest stand here as columns that nobody may update. No foreign keys on these
-- tables: the one statement that fills them checks what they would check, and they cost a third of its speed.

create type payment_status as enum ('pending', 'signed', 'broadcasted', 'confirmed', 'failed', 'expired', 'rejected');

create table payment_requests (
  merchant_id uuid not null,
  connection_id uuid not null,
  payment_request_id uuid not null,
  recipient_version_id uuid not null,
  idempotency_digest uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  status payment_status not null,
  replay_count integer not null default 0,
  intent_digest bytea not null,
  facts_digest bytea not null,
  amount text not null,
  idempotency_key text not null,
  request_id text,
  transaction_id text,
  display text,
  metadata text,
  transaction_hash text,
  reason text,
  changed_at timestamptz,
  primary key (merchant_id, connection_id, payment_request_id),
  unique (merchant_id, connection_id, idempotency_digest)
);
create unique index on payment_requests (merchant_id, connection_id, request_id) where request_id is not null;
create index on payment_requests (merchant_id, payment_request_id);
create index on payment_requests (expires_at) where status = 'pending';
call tenant_table('payment_requests');
grant select, update (status, replay_count, transaction_hash, reason, changed_at) on payment_requests to countersign_app;
create policy system on payment_requests for select to countersign_system using (true);
grant select on payment_requests to countersign_system;

create trigger facts_are_fixed before update on payment_requests for each row
  when ((old.merchant_id, old.connection_id, old.payment_request_id, old.recipient_version_id, old.idempotency_digest,
         old.created_at, old.expires_at, old.intent_digest, old.facts_digest, old.amount, old.idempotency_key,
         old.request_id, old.transaction_id, old.display, old.metadata)
    is distinct from
        (new.merchant_id, new.connection_id, new.payment_request_id, new.recipient_version_id, new.idempotency_digest,
         new.created_at, new.expires_at, new.intent_digest, new.facts_digest, new.amount, new.idempotency_key,
         new.request_id, new.transaction_id, new.display, new.metadata))
  execute function refuse_change();
create trigger hash_is_fixed before update on payment_requests for each row
  when (old.transaction_hash is not null and new.transaction_hash is distinct from old.transaction_hash)
  execute function refuse_change();
create trigger facts_stay before delete on payment_requests for each row execute function refuse_change();

-- The table of moves, as PAYMENT_STATUS_NEXT in the contract has it; a test holds the two against each other.
create function payment_status_may_follow(previous payment_status, next payment_status) returns boolean
  language sql immutable parallel safe return (
    case previous
      when 'pending' then next in ('signed', 'rejected', 'expired', 'failed')
      when 'signed' then next in ('broadcasted', 'failed')
      when 'broadcasted' then next in ('confirmed', 'failed')
      else false
    end);
create trigger moves_are_allowed before update on payment_requests for each row
  when (old.status <> new.status and not payment_status_may_follow(old.status, new.status))
  execute function refuse_change();

create table payment_request_events (
  merchant_id uuid not null,
  connection_id uuid not null,
  cursor bigint not null,
  payment_request_id uuid not null,
  occurred_at timestamptz not null,
  status payment_status not null,
  previous_status payment_status,
  late boolean not null default false,
  primary key (merchant_id, connection_id, cursor)
);
call tenant_table('payment_request_events');
grant select, insert on payment_request_events to countersign_app;
create trigger events_stay before update or delete on payment_request_events
  for each row execute function refuse_change();

-- Reports that came after a request had expired and still name a transaction: evidence, never dropped.
create table late_reports (
  merchant_id uuid not null,
  late_report_id uuid not null,
  connection_id uuid not null,
  payment_request_id uuid not null,
  reported_status payment_status not null,
  transaction_hash text not null,
  reason text,
  reported_at timestamptz not null default now(),
  primary key (merchant_id, late_report_id),
  unique (merchant_id, connection_id, payment_request_id, transaction_hash)
);
call tenant_table('late_reports');
grant select, insert on late_reports to countersign_app;
create trigger reports_stay before update or delete on late_reports for each row execute function refuse_change();

-- How many of a connection's requests await the wallet: what the cap is held against, kept with the cursor on one row.
alter table connections add column pending_count integer not null default 0, set (fillfactor = 50);
grant update (pending_count) on connections to countersign_app;

-- A create learns what a version pays to from its id alone, before it knows the tenant; the statement then checks whose it is.
create index on recipient_versions (recipient_version_id);
create index on merchant_domains (domain_id);
create policy system on recipient_versions for select to countersign_system using (true);
create policy system on recipients for select to countersign_system using (true);
grant select on recipient_versions, recipients to countersign_system;
