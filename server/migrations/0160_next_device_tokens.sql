-- owner: credentials
-- expand
-- After a rotation the old token works until the new one is first used, ten minutes at most.
alter table device_tokens add column next_token_hash bytea;
alter table device_tokens add column next_nonce bytea;
alter table device_tokens add column next_until timestamptz;
