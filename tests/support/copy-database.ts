import { randomBytes } from 'node:crypto'
import pg from 'pg'

/**
 * Copies a database without connections beside it on its server, in a few dozen milliseconds.
 * Copying files is twice as fast as the server's default, which logs every page.
 * @returns the copy's URL
 */
export async function copyDatabase(url: string): Promise<string> {
  // Modules may be loaded anew within a process, so a count would name a database twice.
  const name = `shop_${randomBytes(8).toString('hex')}`
  await onServer(url, `create database ${name} template ${nameOf(url)} strategy file_copy`)
  return neighbour(url, name)
}

/** Drops a database and ends its connections. */
export async function dropDatabase(url: string): Promise<void> {
  await onServer(url, `drop database ${nameOf(url)} with (force)`)
}

/** Ends all connections to a database. */
export async function cutOff(url: string): Promise<void> {
  await onServer(
    url,
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${nameOf(url)}'`,
  )
}

/** Creates an empty database on the server of a URL. */
export async function makeDatabase(url: string): Promise<void> {
  await onServer(url, `create database ${nameOf(url)}`)
}

const nameOf = (url: string) => new URL(url).pathname.slice(1)

function neighbour(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = name
  return other.href
}

/** Runs a statement on the server of a URL, in its maintenance database. */
async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: neighbour(url, 'postgres') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
