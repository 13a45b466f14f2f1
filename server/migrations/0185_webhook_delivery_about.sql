-- owner: webhooks
-- expand
-- The id of what the event is about, as the wire shows it. Deliveries are kept for thirty days, so older ones soon all have it.
alter table webhook_deliveries add column about text collate "C";
