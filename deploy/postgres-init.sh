#!/bin/sh
# Run once by the image of PostgreSQL when its data folder is empty (/docker-entrypoint-initdb.d). The server works as `portico`, which owns
# nothing; `portico_owner` owns the tables and migrates them at a start; neither is a superuser. By hand, for a PostgreSQL that is there already:
#   runuser -u postgres -- env PORTICO_PASSWORD=… PORTICO_OWNER_PASSWORD=… POSTGRES_USER=postgres sh /opt/portico/deploy/postgres-init.sh
set -eu
psql --no-psqlrc --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres \
  --set password="${PORTICO_PASSWORD:?}" --set owner_password="${PORTICO_OWNER_PASSWORD:?}" <<'SQL'
create role portico_owner login password :'owner_password';
create role portico login noinherit password :'password';
create role portico_owner_reader nologin;
grant portico_owner_reader to portico;
create database portico owner portico_owner;
revoke all on database portico from public;
grant connect, temporary on database portico to portico;
SQL
