-- owner: credentials
-- online
create index concurrently if not exists device_tokens_next_token_hash_idx on device_tokens (next_token_hash)
  where next_token_hash is not null;
