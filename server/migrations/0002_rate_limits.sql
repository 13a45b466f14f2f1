-- owner: http
-- Limits that hold across processes. Keys are hashed by the application; counts may be lost without harm.

create unlogged table rate_limits (
  key text primary key,
  points integer not null default 0,
  expire bigint
);
grant select, insert, update, delete on rate_limits to countersign_app;
