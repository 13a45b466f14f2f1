-- owner: webhooks
-- What is due to endpoints. Events are told by whoever sequences them, in the transaction that gives them their cursors.

-- Of the version before: a trigger on each table of events.
do $$
begin
  if exists (select from pg_trigger where tgname = 'webhooks_are_told') then
    drop trigger if exists webhooks_are_told on payment_request_events;
    drop trigger if exists webhooks_are_told on connection_changes;
    drop trigger if exists webhooks_are_told on recipient_changes;
    drop policy if exists creator on webhook_endpoints;
  end if;
end $$;
drop function if exists tell_webhooks_of_requests(), tell_webhooks_of_changes();

comment on table webhook_endpoints is
  'Where a merchant wants events, the sealed secrets that sign them, and how healthy the endpoint is.';
create policy tenant on webhook_endpoints to countersign_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on webhook_endpoints to countersign_system using (true) with check (true);
revoke all on webhook_endpoints from countersign_app, countersign_system, countersign_creator;
grant select, insert, update, delete on webhook_endpoints to countersign_app;
grant select, update on webhook_endpoints to countersign_system;

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
