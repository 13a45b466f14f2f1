-- owner: devices
-- online
create index concurrently if not exists devices_wallet_id_idx on devices (wallet_id) where wallet_id is not null;
