#!/bin/bash
# Copies the primary once and then follows it. It waits for nobody after it was promoted: `synchronous_standby_names` of the
# primary is in the copy and is taken back here.
set -euo pipefail
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  until pg_basebackup --pgdata="$PGDATA" --write-recovery-conf --wal-method=stream --checkpoint=fast \
    --dbname="host=$PRIMARY_HOST port=${PRIMARY_PORT:-5432} user=replicator password=$REPLICATION_PASSWORD application_name=standby"; do
    echo 'The primary cannot be copied yet.' >&2
    find "$PGDATA" -mindepth 1 -delete
    sleep 2
  done
  chmod 0700 "$PGDATA"
fi
exec postgres -c synchronous_standby_names= "$@"
