-- owner: merchants
-- expand
-- What one organization may, where the service's operator gives it other limits than all have. Null: those of all.
alter table merchants add column creates_per_minute_max integer;
alter table merchants add column pending_max integer;
