-- owner: http
-- Limits that hold across processes. Counts may be lost without harm.

comment on table rate_limits is
  'Counters of limits that hold across processes. Not logged: counts may be lost without harm.';
revoke all on rate_limits from countersign_app, countersign_system, countersign_creator;
grant select, insert, update, delete on rate_limits to countersign_app;
