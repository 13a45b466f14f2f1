-- owner: webhooks
-- online
-- What has not arrived is counted by it, and found by its status.
create index concurrently if not exists webhook_deliveries_status_idx
  on webhook_deliveries (merchant_id, webhook_endpoint_id, status, webhook_delivery_id) where status <> 'delivered';
