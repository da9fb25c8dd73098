import { spawnSync } from 'node:child_process'

/** The path of an installed PgBouncer; undefined when there is none. Debian's is on root's path only. */
export const findPgbouncer = () =>
  ['pgbouncer', '/usr/sbin/pgbouncer'].find((path) => spawnSync(path, ['--version']).status === 0)
