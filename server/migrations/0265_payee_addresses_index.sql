-- owner: recipients
-- online
create index concurrently if not exists recipient_versions_address_idx on recipient_versions (merchant_id, address)
