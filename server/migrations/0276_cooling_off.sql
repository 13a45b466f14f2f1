-- owner: recipients
-- expand
-- How long a new address waits where an organization wants more than a day. No row is a day.
create table recipient_cooling_off (
  merchant_id uuid not null,
  cooling_off_s integer not null check (cooling_off_s between 86400 and 604800),
  lowers_to_s integer check (lowers_to_s between 86400 and 604800),
  lowers_at timestamptz,
  primary key (merchant_id),
  check ((lowers_to_s is null) = (lowers_at is null))
);
alter table recipient_cooling_off enable row level security;
alter table recipient_cooling_off force row level security;
