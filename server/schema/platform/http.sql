-- owner: http
-- Limits that hold across processes. Counts may be lost without harm.

revoke all on rate_limits from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select, insert, update, delete on rate_limits to pursestrings_app;
