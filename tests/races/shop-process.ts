import { serve } from '@hono/node-server'
import pino from 'pino'
import { createApi } from '#api/app.ts'
import { openDatabase } from '#api/db/client.ts'
import { systemClock } from '#api/gateways/clock.ts'
import { openFileStore } from '#api/gateways/open-file-store.ts'
import { createStripeClient } from '#api/gateways/stripe-client.ts'
import { createSandbox } from '#sandbox/create-sandbox.ts'
import { newestSecret } from '#settings/key-ring.ts'
import { RecordingMailer } from '../support/recording-mailer.ts'
import { testSettings } from '../support/test-settings.ts'
import { unlockedSlotStore } from './unlocked-slot-store.ts'

/**
 * Runs one of several service processes on one database: `node shop-process.mjs <database url>
 * [mode]`; `unlocked` counts seats without the lock, `limited` has the product's own limits. The
 * header `Test-Address` names a caller's address. The process prints its port and ends with its
 * parent.
 */
const [databaseUrl = '', mode] = process.argv.slice(2)
const database = await openDatabase({ databaseUrl, dataDir: '' })
const settings = testSettings(mode === 'limited' ? { limitFactor: 1 } : {})
const sandbox = createSandbox({
  query: database.query,
  now: () => systemClock.now(),
  newId: () => crypto.randomUUID().replaceAll('-', ''),
  publicUrl: settings.publicUrl,
  // Nobody listens for events here, so the direct answers must be enough.
  webhook: { secret: newestSecret(settings.secrets.webhook), deliver: () => Promise.resolve() },
})
await sandbox.setUp()
const api = createApi({
  settings,
  database,
  clock: systemClock,
  stripe: createStripeClient('sk_test_sandbox', sandbox.stripeFetch),
  mailer: new RecordingMailer(),
  files: openFileStore(settings),
  // Without the lock these failures are what the test examines.
  log: pino({ level: mode === 'unlocked' ? 'silent' : 'error' }, pino.destination(2)),
  ...(mode === 'unlocked' ? { slotStore: unlockedSlotStore } : {}),
})
const server = serve(
  {
    fetch: (request) => api.fetch(request, { visitorAddress: request.headers.get('Test-Address') ?? '' }),
    port: 0,
    hostname: '127.0.0.1',
  },
  ({ port }) => {
    process.stdout.write(`${String(port)}\n`)
  },
)
process.stdin.resume().once('end', () => {
  server.close()
  void database.close().finally(() => process.exit(0))
})
