-- owner: webhooks
-- How far events have been held against the deliveries that they should have, per table of events. Not a tenant's: a place
-- in time, and among the events of one moment.
create table webhook_reconciliation (
  source text primary key check (source in ('payment_request_events', 'connection_changes', 'recipient_changes')),
  reconciled_to timestamptz not null default now(),
  after_id uuid not null default '00000000-0000-0000-0000-000000000000',
  after_cursor bigint not null default 0
);
insert into webhook_reconciliation (source)
  values ('payment_request_events'), ('connection_changes'), ('recipient_changes');
grant select, update on webhook_reconciliation to countersign_system;

-- Events are written in the order of time and never change: an index of ranges finds the recent ones and costs their
-- writers next to nothing.
create index on payment_request_events using brin (occurred_at) with (pages_per_range = 16, autosummarize = on);
create index on connection_changes using brin (occurred_at) with (pages_per_range = 16, autosummarize = on);
create index on recipient_changes using brin (occurred_at) with (pages_per_range = 16, autosummarize = on);
