-- owner: devices
-- expand
alter table devices add column revoked_at timestamptz;
