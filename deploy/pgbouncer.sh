#!/bin/bash
# Writes who may come from the settings, and starts PgBouncer.
set -euo pipefail
umask 077
printf '"shop" "%s"\n' "${POSTGRES_PASSWORD//\"/\"\"}" > /tmp/users.txt
exec pgbouncer "${1:-/etc/pgbouncer/pgbouncer.ini}"
