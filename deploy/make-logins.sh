#!/bin/sh
# For the image of PostgreSQL, which runs this when it makes the database: each password is a secret of its own.
set -eu
password() { cat "/run/secrets/login_$1"; }
psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --file /pursestrings/logins.sql --quiet \
  --set "api=$(password api)" --set "api_system=$(password api_system)" \
  --set "jobs=$(password jobs)" --set "admin=$(password admin)"
