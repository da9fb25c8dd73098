import { sql } from 'drizzle-orm'

/**
 * A condition that is always true, for a statement that is a transaction by itself: PostgreSQL answers
 * its commit before the log of changes is on the disk
 * (https://www.postgresql.org/docs/18/wal-async-commit.html). A server that crashes may lose such
 * writes of its last moments, but none that a later commit has waited for. So it stands only where a
 * lost write is made again or does no harm: counters, claims that end by themselves, marks of work
 * that may be done twice. Never in a transaction that moves money or seats.
 */
export const ASYNCHRONOUS_COMMIT = `set_config('synchronous_commit', 'off', true) = 'off'`

export const commitsAsynchronously = sql.raw(ASYNCHRONOUS_COMMIT)
