-- owner: postgres
-- expand
-- Which files of server/sql were applied, and in which state: a checksum that was never applied here is still to come.

create table applied_sql (
  file text not null,
  checksum text not null,
  applied_at timestamptz not null default clock_timestamp(),
  primary key (file, checksum)
);
