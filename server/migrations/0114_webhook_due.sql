-- owner: webhooks
-- expand
-- What waits to be sent, a small row for each pending delivery: it is there from the moment the delivery is due until the
-- delivery has ended. Claims and results move these rows, and never the wide ones of deliveries.
create table webhook_due (
  merchant_id uuid not null,
  webhook_delivery_id uuid not null,
  webhook_endpoint_id uuid not null,
  -- ready: to be sent now. leased: somebody sends it, and has until due_at. waiting: for the next attempt at due_at.
  state text not null default 'ready' check (state in ('ready', 'leased', 'waiting')),
  due_at timestamptz not null default now(),
  -- Counts the leases: a result that comes back late is told apart by it.
  claim integer not null default 0,
  -- The worker that has leased it.
  holder uuid,
  primary key (merchant_id, webhook_delivery_id),
  check ((state = 'leased') = (holder is not null))
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
  autovacuum_vacuum_cost_delay = 0, autovacuum_vacuum_insert_threshold = -1, autovacuum_analyze_scale_factor = 0,
  autovacuum_analyze_threshold = 10000);
alter table webhook_due enable row level security;
alter table webhook_due force row level security;
-- From endpoint to endpoint, and within one the oldest first.
create index webhook_due_by_endpoint on webhook_due (state, webhook_endpoint_id, due_at);
create index webhook_due_later on webhook_due (due_at) where state <> 'ready';
