#!/bin/bash
# Runs once, when the primary's database is made: the role that the standby copies with, and the one that the balancer asks
# with which server is the primary. From the next start on a commit waits until the standby has it.
set -euo pipefail
psql --set=ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" \
  --set=password="$REPLICATION_PASSWORD" <<'SQL'
create role replicator with login replication password :'password';
-- It needs no password and may do nothing.
create role balancer with login connection limit 20;
alter system set synchronous_standby_names = 'standby';
SQL
# The first line that fits counts.
{
  echo 'host postgres balancer all trust'
  echo 'host all balancer all reject'
  echo 'host replication replicator all scram-sha-256'
  cat "$PGDATA/pg_hba.conf"
} > "$PGDATA/pg_hba.new"
mv "$PGDATA/pg_hba.new" "$PGDATA/pg_hba.conf"
