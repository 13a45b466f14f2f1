-- owner: http
-- Limits that hold across processes. Counts may be lost without harm.

-- table rate_limits
revoke all on rate_limits from countersign_app, countersign_system, countersign_creator;
grant select, insert, update, delete on rate_limits to countersign_app;
