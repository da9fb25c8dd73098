import { readFileSync } from 'node:fs'
import pg from 'pg'

// Linux reports processor time in hundredths of a second.
const TICK_MS = 10

/** Reads the processor time that a process has used, in milliseconds. */
export function cpuOf(pid: number): number {
  // The name of the program may contain spaces; the numbers begin after its bracket.
  const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
  const numbers = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(numbers[11]) + Number(numbers[12])) * TICK_MS
}

/** Reads the resident memory of a process, in MB. */
export function memoryOf(pid: number): number {
  const [, kilobytes = '0'] =
    /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1000
}

/**
 * Watches the processor time of a shop and of its connections in the PostgreSQL server, which has a
 * process for each. Work that the server shares between databases, for example writing the log of
 * changes, counts for none.
 */
export async function watchCpu(pid: number, databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const used = new Map<number, number>()
  /** Connections that were closed since the last reading keep what was read then. */
  const database = async () => {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database()
        and backend_type = 'client backend' and pid <> pg_backend_pid()`,
    )
    for (const row of rows) {
      try {
        used.set(row.pid, cpuOf(row.pid))
      } catch {
        // The connection was closed after the query.
      }
    }
    return [...used.values()].reduce((sum, cpu) => sum + cpu, 0)
  }
  return {
    /** The processor time so far, in milliseconds. */
    read: async () => ({ shop: cpuOf(pid), database: await database() }),
    stop: () => client.end(),
  }
}
