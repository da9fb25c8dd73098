import { type Logger } from 'pino'
import { type Api, createApi } from '#api/app.ts'
import { databaseAnswers, type Database, openDatabase } from '#api/db/client.ts'
import { createJobQueue } from '#api/db/job-queue.ts'
import { seedDemo } from '#api/db/seed/seed-demo.ts'
import { type ApiDeps } from '#api/deps.ts'
import { systemClock } from '#api/gateways/clock.ts'
import { createSmtpMailer } from '#api/gateways/smtp-mailer.ts'
import { createStripeClient } from '#api/gateways/stripe-client.ts'
import { type Settings } from '#settings/settings.ts'
import { type HealthParts } from './health.ts'

/** `/v1` with all it stands on. */
export interface Service {
  api: Api
  sandboxPages: ((request: Request) => Promise<Response | undefined>) | undefined
  health: HealthParts
  /** Lets jobs under way finish, then closes the database. */
  close(): Promise<void>
}

/**
 * Opens the database, brings it up to date, fills an empty embedded one with the demo shop, and composes `/v1`.
 *
 * @throws DataDirInUse when another process has the embedded database open
 */
export async function openService(settings: Settings, log: Logger): Promise<Service> {
  const database = await openDatabase(settings)
  try {
    await database.migrate()
    if (settings.mode === 'embedded') await seedWhenEmpty(database, settings, log)
  } catch (error) {
    await database.close()
    throw error
  }
  const jobs = createJobQueue(database, log)
  const deps: ApiDeps = {
    settings,
    database,
    clock: systemClock,
    stripe: createStripeClient(settings.stripe.secretKey || 'sk_test_sandbox'),
    mailer: createSmtpMailer(settings.smtpUrl ?? 'smtp://127.0.0.1:1'),
    jobs,
    log,
  }
  const api = createApi(deps)
  return {
    api,
    sandboxPages: undefined,
    // Nobody is served before the migrations are through: a process that listens has them.
    health: { database: () => databaseAnswers(database), migrations: () => true },
    close: () => database.close(),
  }
}

async function seedWhenEmpty(database: Database, settings: Settings, log: Logger): Promise<void> {
  const { rows } = await database.query('select 1 from brands limit 1')
  if (rows.length > 0) return
  await seedDemo(database.db, { now: systemClock.now(), demoPassword: settings.demoPassword })
  log.info('the demo shop has been loaded')
}
