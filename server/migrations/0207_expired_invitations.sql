-- owner: connect-invitations
-- expand
-- When the wallet's feed was told that nobody decided or exchanged in time.
alter table connect_invitations add column expiry_told_at timestamptz;
