-- owner: merchants
-- expand
-- When a member last opened a session here; sessions themselves are forgotten after a day.
alter table memberships add column last_signed_in_at timestamptz;
