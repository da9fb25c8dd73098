import { fileURLToPath } from 'node:url'
import { type ServerBuild } from '@remix-run/node'
import { DataDirInUse } from '#api/db/client.ts'
import { DatabaseOfOtherRelease } from '#api/db/migration-state.ts'
import { PoolerNotNamed } from '#api/db/refuse-pooler.ts'
import { ensureSecrets } from '#settings/kept-secrets.ts'
import { FolderNotPrivate } from '#settings/private-folder.ts'
import { readSettings, SettingsError } from '#settings/settings.ts'
import { announce } from './web/announce.ts'
import { startServer } from './web/start-server.ts'

/** What stops the start with a sentence of its own. */
const EXPLAINED = [SettingsError, FolderNotPrivate, DataDirInUse, DatabaseOfOtherRelease, PoolerNotNamed]

/**
 * The built product: `build/server.js`, beside the compiled shop. What stops it from starting is
 * one readable text.
 */
// Whatever the process writes is for its own user alone.
process.umask(0o077)
try {
  // eslint-disable-next-line no-restricted-properties -- parsed here, once
  const settings = readSettings(process.env, ensureSecrets)
  const { port } = await startServer({
    settings,
    build: () => import(new URL('./server/index.js', import.meta.url).href) as Promise<ServerBuild>,
    clientFolder: fileURLToPath(new URL('./client', import.meta.url)),
  })
  if (process.stdout.isTTY || settings.mode === 'embedded') process.stdout.write(announce(settings, port))
} catch (error) {
  process.stderr.write(`${readable(error)}\n`)
  process.exit(1)
}

function readable(error: unknown): string {
  const isExplained = EXPLAINED.some((known) => error instanceof known)
  if (error instanceof Error && isExplained) return error.message
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return `The port is taken: ${error.message}. Set PORT to another one.`
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
