-- owner: webhooks
-- expand
alter table webhook_reconciliation validate constraint webhook_reconciliation_source_check;
