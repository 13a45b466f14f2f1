-- owner: webhooks
-- expand
-- How deliveries went, hour by hour, kept as attempts come, so that an overview reads a few rows whatever was sent.
create table webhook_hours (
  merchant_id uuid not null,
  webhook_endpoint_id uuid not null,
  starts_at timestamptz not null,
  measure text not null,
  count integer not null,
  primary key (merchant_id, webhook_endpoint_id, starts_at, measure)
);
alter table webhook_hours enable row level security;
alter table webhook_hours force row level security;
create index webhook_hours_by_time on webhook_hours (starts_at);
