import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '../../db/client.ts'

/** A database for one trial. */
export interface ScratchDatabase {
  database: Database
  /** Closes it and removes everything of it. */
  remove(): Promise<void>
}
export type OpenScratch = () => Promise<ScratchDatabase>

/** An embedded database in a temporary folder: it needs no server, and disturbs none. */
export async function openEmbeddedScratch(): Promise<ScratchDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'restore-trial-'))
  const removeFolder = () => rm(folder, { recursive: true, force: true })
  try {
    const database = await openDatabase({ databaseUrl: undefined, dataDir: folder })
    const remove = async () => {
      await database.close()
      await removeFolder()
    }
    return { database, remove }
  } catch (error) {
    await removeFolder()
    throw error
  }
}

/**
 * A database of its own on a PostgreSQL server. Its name is the same each night, so that what a killed
 * process left there goes with the next trial.
 *
 * @param serverUrl a database of the server to log in to, which is not touched
 * @param shop what tells this shop from others on the server
 */
export async function openServerScratch(serverUrl: string, shop: string): Promise<ScratchDatabase> {
  const name = `restore_trial_${createHash('sha256').update(shop).digest('hex').slice(0, 12)}`
  await onServer(serverUrl, [
    `drop database if exists ${name} with (force)`,
    `create database ${name} template template0`,
  ])
  const drop = () => onServer(serverUrl, [`drop database if exists ${name} with (force)`])
  const url = new URL(serverUrl)
  url.pathname = name
  const database = await openDatabase({ databaseUrl: url.href, dataDir: '', maxConnections: 2 })
  const remove = async () => {
    await database.close()
    await drop()
  }
  try {
    const { rows } = await database.query('select current_database() as name')
    // A pooler may lead every name to one database, which could be the shop's.
    if (rows[0]?.['name'] !== name) throw new Error('The server led to another database than the trial’s')
    return { database, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

async function onServer(url: string, statements: readonly string[]): Promise<void> {
  const server = await openDatabase({ databaseUrl: url, dataDir: '', maxConnections: 1 })
  try {
    for (const statement of statements) await server.query(statement)
  } finally {
    await server.close()
  }
}
