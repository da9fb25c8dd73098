# PgBouncer as Debian packages it.
FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends pgbouncer && rm -rf /var/lib/apt/lists/*
COPY pgbouncer.ini /etc/pgbouncer/pgbouncer.ini
COPY pgbouncer.sh /usr/local/bin/pgbouncer.sh
USER postgres
EXPOSE 6432
# What waits for a connection is finished first.
STOPSIGNAL SIGINT
CMD ["pgbouncer.sh"]
