-- The logins of each part of the service, before it starts for the first time. As an administrator of the database server:
--   psql -v api=… -v api_system=… -v jobs=… -v admin=… -f logins.sql
-- Each value is a password. Run it again to change them. `migrate` gives the roles their rights.
\set ON_ERROR_STOP on
select format('create role %I nologin', role) from unnest(array['pursestrings_app', 'pursestrings_system',
  'pursestrings_worker', 'pursestrings_operator']) role where not exists (select from pg_roles where rolname = role) \gexec
select format('create role %I login', role) from unnest(array['pursestrings_api', 'pursestrings_api_system',
  'pursestrings_jobs', 'pursestrings_admin']) role where not exists (select from pg_roles where rolname = role) \gexec
alter role pursestrings_api password :'api';
alter role pursestrings_api_system password :'api_system';
alter role pursestrings_jobs password :'jobs';
alter role pursestrings_admin password :'admin';
grant pursestrings_app to pursestrings_api;
grant pursestrings_system, pursestrings_app to pursestrings_api_system;
grant pursestrings_worker, pursestrings_app to pursestrings_jobs;
grant pursestrings_operator to pursestrings_admin;
