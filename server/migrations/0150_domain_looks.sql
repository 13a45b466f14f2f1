-- owner: domains
-- expand
-- What the last look saw, whom we have told, and what was removed: requests name their domain for as long as they exist.
alter table merchant_domains
  add column last_check jsonb,
  add column reminded_at timestamptz,
  add column notices jsonb not null default '[]',
  add column removed_at timestamptz;
