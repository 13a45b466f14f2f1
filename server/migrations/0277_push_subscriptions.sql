-- owner: push
-- expand
-- Where devices get their push messages: at most one place each. Address and keys are sealed as webhook secrets are.
create table push_subscriptions (
  device_id uuid primary key references devices (device_id) on delete cascade,
  sealing_key_id text not null,
  sealed bytea not null,
  -- The key that the device subscribed with: only what it signs is taken by the push service.
  push_key_id text not null,
  created_at timestamptz not null default now(),
  -- How far the device was told of its feed.
  told_cursor bigint not null,
  -- When to look; null while nothing is new.
  due_at timestamptz,
  -- Whether the feed grew since somebody looked.
  grown boolean not null default false,
  -- Of whoever is sending; what comes of an older one counts for nothing.
  claim uuid,
  rests_until timestamptz not null default '-infinity',
  -- Of the message that is being sent.
  failures integer not null default 0,
  last_sent_at timestamptz,
  failing_since timestamptz
) with (fillfactor = 80);
create index push_subscriptions_due on push_subscriptions (due_at) where due_at is not null;
create index push_subscriptions_failing on push_subscriptions (failing_since) where failing_since is not null;
alter table push_subscriptions enable row level security;
alter table push_subscriptions force row level security;
