import { sql } from 'drizzle-orm'
import { type Database, type Tx } from './client.ts'
import { currentSchema, nameSchema } from './migration-state.ts'

/** Rows per read or write. */
const BATCH = 500
/** 1 was of the releases before the one start migration; their rows have no place here. */
const FORMAT = 2

interface Header {
  format: number
  /** Of all migrations: rows fit the tables of this release and of no other. */
  schema: string
  at: string
}
type Line = Header | { table: string; rows: string }

/**
 * A backup that cannot be restored: of another release, damaged, or into a database that is in use.
 */
export class BackupRefused extends Error {
  override name = 'BackupRefused'
}

const rowsOf = (found: unknown): Record<string, unknown>[] =>
  typeof found === 'object' && found !== null && 'rows' in found && Array.isArray(found.rows)
    ? found.rows
    : []
const ask = async (tx: Tx, text: string): Promise<Record<string, unknown>[]> =>
  rowsOf(await tx.execute(sql.raw(text)))

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** All tables except unlogged ones, whose rows are valid only for minutes. */
async function tablesOf(tx: Tx): Promise<string[]> {
  const found = await ask(
    tx,
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      and relpersistence = 'p' order by relname`,
  )
  return found.map(({ name }) => String(name))
}

async function schemaOf(tx: Tx): Promise<string> {
  const rows = await ask(tx, 'select hash from drizzle.__drizzle_migrations order by id')
  return nameSchema(rows.map(({ hash }) => String(hash)))
}

/**
 * Writes all rows of one snapshot as lines of JSON while the shop is running. A backup of one kind
 * of database can be restored into the other.
 */
export async function writeBackup(
  database: Database,
  { now, write }: { now: Date; write: (line: string) => Promise<void> },
): Promise<{ rows: number; tables: number }> {
  return database.db.transaction(
    async (tx) => {
      const put = (line: Line) => write(`${JSON.stringify(line)}\n`)
      await put({ format: FORMAT, schema: await schemaOf(tx), at: now.toISOString() })
      const tables = await tablesOf(tx)
      let rows = 0
      for (const table of tables) rows += await writeTable(tx, table, put)
      return { rows, tables: tables.length }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

async function writeTable(tx: Tx, table: string, put: (line: Line) => Promise<void>): Promise<number> {
  let written = 0
  await ask(
    tx,
    `declare backup_rows no scroll cursor for select row_to_json(r)::text as row from ${quoted(table)} r`,
  )
  for (;;) {
    const found = await ask(tx, `fetch ${String(BATCH)} from backup_rows`)
    if (found.length > 0) await put({ table, rows: `[${found.map(({ row }) => String(row)).join(',')}]` })
    written += found.length
    if (found.length < BATCH) break
  }
  await ask(tx, 'close backup_rows')
  return written
}

function readLine(text: string): Partial<Header> & { table?: string; rows?: string } {
  try {
    const line: unknown = JSON.parse(text)
    return typeof line === 'object' && line !== null ? line : {}
  } catch {
    throw new BackupRefused('This backup is damaged.')
  }
}

/**
 * Reads a backup to its end before a database is opened.
 *
 * @returns when it was made
 * @throws BackupRefused when this release cannot restore it, or when it is damaged
 */
export async function checkBackup(lines: AsyncIterable<string> | Iterable<string>): Promise<Date> {
  let header: Header | undefined
  for await (const text of lines) {
    const line = readLine(text)
    header ??= acceptHeader(line)
  }
  if (!header) throw new BackupRefused('This backup is empty.')
  return new Date(header.at)
}

/**
 * Restores a backup into an up-to-date database without orders and users, in one transaction.
 * Triggers and foreign keys are disabled meanwhile, because the rows were valid when they were
 * written.
 *
 * @throws BackupRefused
 */
export async function readBackup(
  database: Database,
  lines: AsyncIterable<string> | Iterable<string>,
): Promise<{ rows: number }> {
  return database.db.transaction(async (tx) => {
    const [used] = await ask(tx, 'select exists(select 1 from users) or exists(select 1 from orders) as used')
    if (used?.['used'] === true)
      throw new BackupRefused('This database is in use: restore into an empty one.')
    await ask(tx, "set local session_replication_role = 'replica'")
    const tables = await tablesOf(tx)
    await ask(tx, `truncate ${tables.map(quoted).join(', ')}`)
    let header: Header | undefined
    let rows = 0
    for await (const text of lines) {
      const line = readLine(text)
      if (!header) header = acceptHeader(line)
      else rows += await writeRows(tx, tables, line)
    }
    if (!header) throw new BackupRefused('This backup is empty.')
    for (const table of tables) await continueNumbers(tx, table)
    return { rows }
  })
}

function acceptHeader({ format, schema, at }: Partial<Header>): Header {
  if (typeof format !== 'number' || schema === undefined || at === undefined)
    throw new BackupRefused('This is no backup.')
  if (format < FORMAT) {
    throw new BackupRefused(
      'This backup was made by an earlier release of the shop, which this one cannot read: ' +
        'restore it into a database of that release.',
    )
  }
  if (format > FORMAT) {
    throw new BackupRefused('This backup was made by a newer release of the shop: restore it with that one.')
  }
  if (schema !== currentSchema()) {
    throw new BackupRefused('This backup is of another release: restore it with that one, then update.')
  }
  return { format, schema, at }
}

async function writeRows(
  tx: Tx,
  tables: readonly string[],
  { table, rows }: { table?: string; rows?: string },
): Promise<number> {
  if (table === undefined || rows === undefined || !tables.includes(table)) {
    throw new BackupRefused('This backup is damaged.')
  }
  const into = sql.raw(quoted(table))
  await tx.execute(
    sql`insert into ${into} overriding system value select *
      from json_populate_recordset(null::${into}, ${rows}::json)`,
  )
  const count: unknown = JSON.parse(rows)
  return Array.isArray(count) ? count.length : 0
}

/** Sets the ids of new rows to continue after the last one. */
async function continueNumbers(tx: Tx, table: string): Promise<void> {
  const numbered = await ask(
    tx,
    `select attname as name from pg_attribute where attrelid = 'public.${quoted(table)}'::regclass
      and attidentity <> ''`,
  )
  for (const { name } of numbered) {
    const column = quoted(String(name))
    await ask(
      tx,
      `select setval(pg_get_serial_sequence('public.${quoted(table)}', '${String(name)}'),
        greatest((select max(${column}) from ${quoted(table)}), 1), (select count(*)
        from ${quoted(table)}) > 0)`,
    )
  }
}
