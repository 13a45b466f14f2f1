-- owner: credentials
-- online
-- The sweep finds by it what was replaced ten minutes ago.
create index concurrently if not exists device_tokens_next_until_idx on device_tokens (next_until)
  where next_until is not null;
