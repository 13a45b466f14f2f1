-- owner: connections
-- expand
-- Tokens live 90 days, those from before this from now on. The agent renews its own: the old one works until the new one is
-- first used, ten minutes at most. Wallets see the last use.
alter table connections add column token_expires_at timestamptz not null default now() + interval '90 days';
alter table connections add column next_token_hash bytea;
alter table connections add column next_until timestamptz;
alter table connections add column last_used_at timestamptz;
