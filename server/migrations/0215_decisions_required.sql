-- owner: connections
-- expand
-- Since when decisions about requests of this connection must be signed with the device's key; null where they need not.
alter table connections add column decision_required_at timestamptz;
