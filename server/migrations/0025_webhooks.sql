-- owner: webhooks
-- Endpoints of a merchant, what is due to them, and every attempt. An event is told by a trigger on the tables that hold
-- events, so that no writer of events can forget it: in the writer's own statement it leaves one job that fans the event
-- out. Merchants without an endpoint cost one look-up.

create table webhook_endpoints (
  merchant_id uuid not null references merchants,
  webhook_endpoint_id uuid not null,
  url text not null,
  description text,
  -- Null: every type.
  event_types text[],
  status text not null default 'pending_verification' check (status in ('pending_verification', 'active', 'disabled')),
  disabled_reason text check (disabled_reason in ('operator', 'gone', 'failing')),
  -- Sealed with AES-256-GCM under a key that is not in the database; the id says which one.
  secret_key_id text not null,
  secret_sealed bytea not null,
  previous_secret_key_id text,
  previous_secret_sealed bytea,
  previous_secret_until timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  verified_at timestamptz,
  -- Health, kept by whoever delivers: since when nothing succeeded, how often in a row, and until when it is left alone.
  failing_since timestamptz,
  failures_in_a_row integer not null default 0,
  rests_until timestamptz,
  primary key (merchant_id, webhook_endpoint_id),
  check ((status = 'disabled') = (disabled_reason is not null)),
  check ((previous_secret_sealed is null) = (previous_secret_until is null)),
  check ((previous_secret_sealed is null) = (previous_secret_key_id is null))
);
create index on webhook_endpoints (rests_until) where rests_until is not null;
call tenant_table('webhook_endpoints');
grant select, insert, update, delete on webhook_endpoints to countersign_app;
create policy system on webhook_endpoints to countersign_system using (true) with check (true);
grant select, update on webhook_endpoints to countersign_system;

create table webhook_deliveries (
  merchant_id uuid not null,
  webhook_delivery_id uuid not null,
  webhook_endpoint_id uuid not null,
  event_id uuid not null,
  event_type text not null,
  occurred_at timestamptz not null,
  -- The exact bytes that are signed, the same at every attempt.
  payload text not null,
  -- held: the endpoint was disabled when the event came; a recovery sends it.
  status text not null check (status in ('pending', 'held', 'delivered', 'failed')),
  attempts integer not null default 0,
  -- Place in the schedule; a redelivery begins it again, the attempts count on.
  step integer not null default 0,
  created_at timestamptz not null default now(),
  next_attempt_at timestamptz,
  delivered_at timestamptz,
  primary key (merchant_id, webhook_delivery_id),
  unique (merchant_id, webhook_endpoint_id, event_id)
);
create index on webhook_deliveries (merchant_id, webhook_endpoint_id, webhook_delivery_id);
create index on webhook_deliveries (created_at) where status = 'pending';
create index on webhook_deliveries (created_at) where status <> 'pending';
call tenant_table('webhook_deliveries');
grant select, insert, update (status, step, next_attempt_at) on webhook_deliveries to countersign_app;
create policy system on webhook_deliveries to countersign_system using (true) with check (true);
grant select, insert, delete, update (status, attempts, step, next_attempt_at, delivered_at) on webhook_deliveries
  to countersign_system;

-- What came of each attempt. No header or body of a receiver is ever kept.
create table webhook_attempts (
  merchant_id uuid not null,
  webhook_delivery_id uuid not null,
  attempt integer not null,
  attempted_at timestamptz not null,
  latency_ms integer not null,
  status_code integer,
  error_kind text,
  primary key (merchant_id, webhook_delivery_id, attempt)
);
call tenant_table('webhook_attempts');
grant select on webhook_attempts to countersign_app;
create policy system on webhook_attempts to countersign_system using (true) with check (true);
grant select, insert, delete on webhook_attempts to countersign_system;

-- Fan-out reads the events themselves, whichever tenant's.
create policy system on payment_request_events for select to countersign_system using (true);
create policy system on recipient_changes for select to countersign_system using (true);
create policy system on connection_changes for select to countersign_system using (true);
grant select on payment_request_events, recipient_changes, connection_changes to countersign_system;

-- Runs as the role that may see which merchants have endpoints, and nothing else of them.
grant select (merchant_id, status) on webhook_endpoints to countersign_creator;
create policy creator on webhook_endpoints for select to countersign_creator using (true);

create function tell_webhooks_of_requests() returns trigger
language plpgsql security definer set search_path = countersign, pg_temp as $$
begin
  -- Within one statement the cursors of a connection have no gap: its row is held by whoever gives them.
  perform pgboss.enqueue_jobs('webhook-fan-out', array_agg(told.data)) from (
    select jsonb_build_object('source', 'payment_request_events', 'merchant_id', n.merchant_id,
      'connection_id', n.connection_id, 'from', min(n.cursor), 'to', max(n.cursor)) as data
    from new_rows n
    where exists (select from webhook_endpoints e
      where e.merchant_id = n.merchant_id and e.status in ('active', 'disabled'))
    group by n.merchant_id, n.connection_id) told
  having count(*) > 0;
  return null;
end $$;

create function tell_webhooks_of_changes() returns trigger
language plpgsql security definer set search_path = countersign, pg_temp as $$
begin
  perform pgboss.enqueue_jobs('webhook-fan-out', array_agg(told.data)) from (
    select jsonb_build_object('source', tg_table_name, 'merchant_id', n.merchant_id,
      'change_id', to_jsonb(n) ->> tg_argv[0]) as data
    from new_rows n
    where exists (select from webhook_endpoints e
      where e.merchant_id = n.merchant_id and e.status in ('active', 'disabled'))) told
  having count(*) > 0;
  return null;
end $$;

grant create on schema countersign to countersign_creator;
alter function tell_webhooks_of_requests() owner to countersign_creator;
alter function tell_webhooks_of_changes() owner to countersign_creator;
revoke create on schema countersign from countersign_creator;
revoke all on function tell_webhooks_of_requests() from public;
revoke all on function tell_webhooks_of_changes() from public;

create trigger webhooks_are_told after insert on payment_request_events
  referencing new table as new_rows for each statement execute function tell_webhooks_of_requests();
create trigger webhooks_are_told after insert on recipient_changes
  referencing new table as new_rows for each statement execute function tell_webhooks_of_changes('recipient_change_id');
create trigger webhooks_are_told after insert on connection_changes
  referencing new table as new_rows for each statement execute function tell_webhooks_of_changes('connection_change_id');
