-- owner: connections
-- online
create index concurrently if not exists connections_token_expires_at_idx on connections (token_expires_at)
  where token_hash is not null;
