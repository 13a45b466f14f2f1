-- owner: connect-invitations
-- online
-- The sweep finds by it what has run out.
create index concurrently if not exists connect_invitations_expiry_idx on connect_invitations (expires_at)
  where status in ('pending', 'approved') and expiry_told_at is null;
