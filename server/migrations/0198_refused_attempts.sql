-- owner: agent-payments
-- expand
-- What agents asked for beyond their policy: kept for people to see and to decide, never for a wallet to pay.
create table refused_attempts (
  merchant_id uuid not null,
  refused_attempt_id uuid not null,
  project_id uuid not null,
  connection_id uuid not null,
  recipient_version_id uuid not null,
  amount text not null,
  purpose text,
  idempotency_key text not null,
  idempotency_digest uuid not null,
  policy_id uuid,
  policy_version integer,
  rule text not null,
  -- All four, each with what was agreed and what this attempt would have made of it.
  thresholds jsonb not null,
  -- Attempts of the same connection that came too fast after it to be kept.
  not_kept integer not null default 0,
  refused_at timestamptz not null default clock_timestamp(),
  primary key (merchant_id, refused_attempt_id)
);
create index on refused_attempts (merchant_id, project_id, refused_attempt_id);
create index on refused_attempts (merchant_id, connection_id, refused_at);
create index on refused_attempts (refused_at);
alter table refused_attempts enable row level security;
alter table refused_attempts force row level security;
