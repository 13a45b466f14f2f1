-- owner: webhooks
-- expand
-- Events are held against their deliveries in one place. It begins where the three before it had got to, which a worker of
-- the version before still moves on.
alter table webhook_reconciliation drop constraint webhook_reconciliation_source_check;
insert into webhook_reconciliation (source, reconciled_to)
  select 'events', min(reconciled_to) from webhook_reconciliation;
alter table webhook_reconciliation add constraint webhook_reconciliation_source_check
  check (source in ('events', 'payment_request_events', 'connection_changes', 'recipient_changes')) not valid;
