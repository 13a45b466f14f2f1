-- owner: webhooks
-- An event is told by a trigger on the tables that hold events, so that no writer of events can forget it: in the writer's
-- own statement it leaves one job that fans the event out. Merchants without an endpoint cost one look-up.

create or replace function tell_webhooks_of_requests() returns trigger
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

create or replace function tell_webhooks_of_changes() returns trigger
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

-- These run as the role that owns them, which can create nothing else here.
grant create on schema countersign to countersign_creator;
alter function tell_webhooks_of_requests() owner to countersign_creator;
alter function tell_webhooks_of_changes() owner to countersign_creator;
revoke create on schema countersign from countersign_creator;

revoke all on function
  tell_webhooks_of_requests(),
  tell_webhooks_of_changes()
  from public, countersign_app, countersign_system;

comment on table webhook_endpoints is
  'Where a merchant wants events, the sealed secrets that sign them, and how healthy the endpoint is.';
create policy tenant on webhook_endpoints to countersign_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on webhook_endpoints to countersign_system using (true) with check (true);
create policy creator on webhook_endpoints for select to countersign_creator using (true);
revoke all on webhook_endpoints from countersign_app, countersign_system, countersign_creator;
grant select, insert, update, delete on webhook_endpoints to countersign_app;
grant select, update on webhook_endpoints to countersign_system;
grant select (merchant_id, status) on webhook_endpoints to countersign_creator;

comment on table webhook_deliveries is
  'What is due to an endpoint: the exact bytes that are signed, the same at every attempt.';
create policy tenant on webhook_deliveries to countersign_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on webhook_deliveries to countersign_system using (true) with check (true);
revoke all on webhook_deliveries from countersign_app, countersign_system, countersign_creator;
grant select, insert, update (status, step, next_attempt_at) on webhook_deliveries to countersign_app;
grant select, insert, update (status, attempts, step, next_attempt_at, delivered_at), delete on webhook_deliveries
  to countersign_system;

comment on table webhook_attempts is 'What came of each attempt. No header or body of a receiver is kept.';
create policy tenant on webhook_attempts to countersign_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on webhook_attempts to countersign_system using (true) with check (true);
revoke all on webhook_attempts from countersign_app, countersign_system, countersign_creator;
grant select on webhook_attempts to countersign_app;
grant select, insert, delete on webhook_attempts to countersign_system;

comment on table webhook_reconciliation is
  'How far events have been held against the deliveries that they should have, per table of events.';
revoke all on webhook_reconciliation from countersign_app, countersign_system, countersign_creator;
grant select, update on webhook_reconciliation to countersign_system;

-- Events of other modules
create trigger webhooks_are_told after insert on payment_request_events
  referencing new table as new_rows for each statement execute function tell_webhooks_of_requests();
create trigger webhooks_are_told after insert on recipient_changes
  referencing new table as new_rows for each statement execute function tell_webhooks_of_changes('recipient_change_id');
create trigger webhooks_are_told after insert on connection_changes
  referencing new table as new_rows for each statement execute function tell_webhooks_of_changes('connection_change_id');
