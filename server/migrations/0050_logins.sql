-- owner: postgres
-- A login for each pool: application, system and worker. A worker that runs alone asks, too, whether the database is up
-- to date.

grant select on kysely_migration to countersign_system;
