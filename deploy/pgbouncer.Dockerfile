# PgBouncer as Debian packages it.
FROM debian:bookworm-slim@sha256:7c7b2c966bc9ee8cedfeef67e0e279108992c77681fa595db4a9d65c06ccc587
RUN apt-get update && apt-get install -y --no-install-recommends pgbouncer && rm -rf /var/lib/apt/lists/*
COPY pgbouncer.ini /etc/pgbouncer/pgbouncer.ini
COPY pgbouncer.sh /usr/local/bin/pgbouncer.sh
USER postgres
EXPOSE 6432
# What waits for a connection is finished first.
STOPSIGNAL SIGINT
CMD ["pgbouncer.sh"]
