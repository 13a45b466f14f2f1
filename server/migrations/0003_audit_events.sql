-- owner: audit-events
-- Append-only: the application may add and read, nobody may change or remove.

create table audit_events (
  merchant_id uuid not null,
  audit_event_id uuid not null,
  action text not null,
  actor text not null,
  target text not null,
  details jsonb not null,
  occurred_at timestamptz not null default now(),
  primary key (merchant_id, audit_event_id)
);
call tenant_table('audit_events');
grant select, insert on audit_events to countersign_app;
