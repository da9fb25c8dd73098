import pino from 'pino'
import { type Api, createApi } from '#api/app.ts'
import { type Database } from '#api/db/client.ts'
import { type ApiDeps } from '#api/deps.ts'
import { type Mailer } from '#api/gateways/mailer.ts'
import { openFileStore } from '#api/gateways/open-file-store.ts'
import { createStripeClient } from '#api/gateways/stripe-client.ts'
import { startJobs } from '#api/jobs/start-jobs.ts'
import { createSandbox, type Sandbox } from '#sandbox/create-sandbox.ts'
import { newestSecret } from '#settings/key-ring.ts'
import { TestClock } from '../support/test-clock.ts'
import { testSettings } from '../support/test-settings.ts'

export interface Composed {
  api: Api
  deps: ApiDeps
  clock: TestClock
  /**
   * The payment provider, with its state in the database. It keeps its events until a test releases
   * them.
   */
  sandbox: Sandbox
  /** Runs every job that is due now. */
  work(): Promise<void>
}

/**
 * Composes the service on a database that other processes may have used before, with the given
 * gateways.
 */
export async function composeKillable(parts: {
  database: Database
  now: string | Date
  mailer: Mailer
  watchFetch?: (fetchAt: typeof fetch) => typeof fetch
  /** Accepts the provider's events. */
  deliver?: (body: string, signature: string) => Promise<void>
}): Promise<Composed> {
  const clock = new TestClock(parts.now)
  const settings = testSettings()
  const sandbox = createSandbox({
    query: parts.database.query,
    now: () => clock.now(),
    newId: () => crypto.randomUUID().replaceAll('-', ''),
    publicUrl: settings.publicUrl,
    webhook: {
      secret: newestSecret(settings.secrets.webhook),
      deliver: parts.deliver ?? (() => Promise.resolve()),
    },
  })
  if (!parts.deliver) sandbox.control.webhooks.hold()
  const watchFetch = parts.watchFetch ?? ((fetchAt: typeof fetch) => fetchAt)
  const deps: ApiDeps = {
    settings,
    database: parts.database,
    clock,
    stripe: createStripeClient('sk_test_sandbox', watchFetch(sandbox.stripeFetch)),
    mailer: parts.mailer,
    files: openFileStore(settings),
    log: pino({ level: 'silent' }),
  }
  const jobs = await startJobs({ ...deps, jobs: idleQueue })
  return { api: createApi(deps), deps, clock, sandbox, work: () => jobs.runDueNow() }
}

const idleQueue = {
  start: () => Promise.resolve(),
  wake: () => undefined,
  healthy: () => true,
  stop: () => Promise.resolve(),
}
