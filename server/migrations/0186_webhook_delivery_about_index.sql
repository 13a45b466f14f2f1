-- owner: webhooks
-- online
create index concurrently if not exists webhook_deliveries_about_idx
  on webhook_deliveries (merchant_id, about, webhook_delivery_id) where about is not null;
