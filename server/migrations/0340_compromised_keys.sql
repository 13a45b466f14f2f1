-- owner: service-keys
-- expand
-- Since when somebody else may have a key: from then on it is published no more.
alter table service_keys add column compromised_at timestamptz;
