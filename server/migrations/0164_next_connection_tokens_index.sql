-- owner: connections
-- online
create index concurrently if not exists connections_next_token_hash_idx on connections (next_token_hash)
  where next_token_hash is not null;
