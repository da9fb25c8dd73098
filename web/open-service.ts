import { randomBytes } from 'node:crypto'
import { type Logger } from 'pino'
import { type Api, createApi } from '#api/app.ts'
import { databaseAnswers, type Database, openDatabase } from '#api/db/client.ts'
import { isDatabaseUnavailable } from '#api/db/database-unavailable.ts'
import { listen } from '#api/db/listen.ts'
import { type StatementObserver } from '#api/db/observe-statement.ts'
import { readSnapshot } from '#api/db/read-snapshot.ts'
import { createJobQueue, type JobTracing } from '#api/db/job-queue.ts'
import { replaceKnownPassword } from '#api/db/seed/replace-known-password.ts'
import { seedDemo } from '#api/db/seed/seed-demo.ts'
import { type ApiDeps } from '#api/deps.ts'
import { bookDemoFlights } from '#api/platform/book-demo-flights.ts'
import { startSeason } from '#api/platform/demo-season/season-record.ts'
import { readWaitingWork } from '#api/platform/read-waiting-work.ts'
import { startJobs } from '#api/jobs/start-jobs.ts'
import { readVersion } from '#api/catalogue/read-catalogue-version.ts'
import { systemClock } from '#api/gateways/clock.ts'
import { watchDisks } from '#api/gateways/disk-watch.ts'
import { createCodeVault } from '#api/gateways/sealed-text.ts'
import { openFileStore } from '#api/gateways/open-file-store.ts'
import { createSmtpMailer } from '#api/gateways/smtp-mailer.ts'
import { signAsProvider, TEXT_SIGNATURE } from '#api/gateways/text-signature.ts'
import { getTextWay, type Texter, textTokens } from '#api/gateways/texter.ts'
import { createTwilioTexter } from '#api/gateways/twilio-texter.ts'
import { createStripeClient } from '#api/gateways/stripe-client.ts'
import { createWeatherService, type WeatherService } from '#api/gateways/weather-service.ts'
import { SANDBOX_WEATHER } from '#sandbox/weather/weather-days.ts'
import { createSandbox, type Sandbox } from '#sandbox/create-sandbox.ts'
import { newestSecret } from '#settings/key-ring.ts'
import { DEMO_PASSWORD_DEFAULT, type Settings } from '#settings/settings.ts'
import { withinPatience } from './ask-version.ts'
import { fillSeasonBeforeJobs } from './fill-season.ts'
import { type HealthParts } from './health.ts'
import { type HeldVersion, holdVersion } from './held-version.ts'
import { type MetricsParts } from './metrics/create-metrics.ts'
import { shareNextRun } from './share-next-run.ts'
import { type Saturation, watchSaturation } from './saturation.ts'

/** What is followed of its statements and jobs. */
type ServiceTracing = JobTracing & { onStatement: StatementObserver }

/** `/v1` with all its dependencies. */
export interface Service {
  api: Api
  sandboxPages: ((request: Request) => Promise<Response | undefined>) | undefined
  health: HealthParts
  /** The version of the public data. */
  version: HeldVersion
  /** Reads which transactions are committed now. */
  readSnapshot: () => Promise<string>
  saturation: Saturation
  /** What is told of its database. */
  watched: Pick<MetricsParts, 'connections' | 'waitingWork'>
  /** Waits for running jobs, then closes the database. */
  close(): Promise<void>
}

/**
 * Opens the database, migrates it, fills an empty embedded one with the demo shop, and composes
 * `/v1`.
 * @throws DataDirInUse when another process has the embedded database open
 * @throws DatabaseOfOtherRelease when this release cannot work on the database
 * @throws PoolerNotNamed when a pooler stands between that the settings do not name
 */
export async function openService(
  settings: Settings,
  log: Logger,
  tracing?: ServiceTracing,
): Promise<Service> {
  const database = await openDatabase({
    ...settings,
    onStatement: tracing?.onStatement,
    onConnectionLost: (error) => {
      log.warn({ err: error }, 'a connection to the database was lost')
    },
  })
  try {
    await database.migrate()
    const fresh = settings.mode === 'embedded' && (await seedWhenEmpty(database, settings, log))
    await closeKnownPassword(database, settings, log)
    return await compose(settings, database, { log, fresh, tracing })
  } catch (error) {
    await database.close()
    throw error
  }
}

async function compose(
  settings: Settings,
  database: Database,
  { log, fresh, tracing }: { log: Logger; fresh: boolean; tracing: ServiceTracing | undefined },
): Promise<Service> {
  const disks = watchDisks(systemClock)
  const box: { api?: Api } = {}
  const sandbox = needsSandbox(settings) ? await openSandbox(settings, database, box) : undefined
  const deps: ApiDeps = {
    settings,
    database,
    clock: systemClock,
    stripe: createStripeClient(
      settings.payments === 'stripe' ? settings.stripe.secretKey : 'sk_test_sandbox',
      settings.payments === 'stripe' ? undefined : sandbox?.stripeFetch,
    ),
    mailer: settings.smtpUrl || !sandbox ? createSmtpMailer(settings.smtpUrl ?? '') : sandbox.mailbox,
    texter: openTexter(settings, sandbox),
    weather: openWeather(settings, sandbox),
    files: openFileStore(settings),
    jobs: createJobQueue(database, log, {
      works: settings.worker !== 'none',
      onUnavailable: disks.note,
      trace: tracing,
    }),
    disks,
    log,
  }
  // This runs before the first request and before jobs look for due work.
  if (fresh) await bookDemoFlights(deps)
  if (fresh && settings.demoSeed !== undefined) {
    await startSeason(database.query, { seed: settings.demoSeed, now: deps.clock.now() })
  }
  box.api = createApi(deps)
  const jobs = await fillSeasonBeforeJobs(deps, async () => {
    const started = await startJobs(deps)
    const ticking = sandbox && settings.worker !== 'none' && repeat(() => sandbox.tick(), log)
    return {
      healthy: started.healthy,
      stop: async () => {
        await started.stop()
        if (ticking) await ticking.stop()
      },
    }
  })
  const saturation = watchSaturation(settings)
  const { version, listener } = openVersion(settings, database, saturation, log)
  return {
    api: box.api,
    sandboxPages: sandbox?.pages,
    // The process listens only after the migrations are complete.
    health: {
      database: () => databaseAnswers(database),
      migrations: () => true,
      jobs: () => jobs.healthy(),
      disk: () => !disks.isFull(),
    },
    version,
    readSnapshot: shareNextRun(() => readSnapshot(database.db)),
    saturation,
    watched: {
      connections: database.connections,
      waitingWork: () => readWaitingWork(database.query, systemClock.now()),
    },
    close: async () => {
      saturation.stop()
      await listener?.close()
      await jobs.stop()
      await database.close()
    },
  }
}

/**
 * The version of the public data. Without `DATABASE_DIRECT_URL` nothing tells of other processes'
 * writes, and each page reads it.
 */
function openVersion(
  { databaseDirectUrl }: Settings,
  database: Database,
  { isBusy }: Saturation,
  log: Logger,
) {
  const version = holdVersion({
    read: async () => {
      const reply = await withinPatience(() => readVersion(database.db, systemClock.now()))
      return { version: reply.version, validUntil: new Date(reply.valid_until) }
    },
    isListening: () => listener?.isListening() ?? false,
    isBusy,
  })
  const listener =
    databaseDirectUrl === undefined
      ? undefined
      : listen({
          databaseUrl: databaseDirectUrl,
          channel: 'catalogue_version',
          onNotice: version.forget,
          onConnectionLost: (error) => {
            log.warn({ err: error }, 'the connection that hears of changes was lost')
          },
        })
  return { version, listener }
}

/** The provider of texts, the sandbox's phone, or undefined where no texts are sent. */
function openTexter(settings: Settings, sandbox: Sandbox | undefined): Texter | undefined {
  if (settings.texts.account) return createTwilioTexter(settings.texts.account)
  return getTextWay(settings) === 'test phone' ? sandbox?.phone : undefined
}

/** The service of weather reports, the sandbox's days, or undefined where nobody is asked. */
function openWeather(settings: Settings, sandbox: Sandbox | undefined): WeatherService | undefined {
  const { weatherUrl: url } = settings
  if (url !== undefined) return createWeatherService({ url, clock: systemClock })
  if (!sandbox || settings.payments !== 'sandbox') return undefined
  return createWeatherService({ url: SANDBOX_WEATHER, clock: systemClock, fetch: sandbox.weatherFetch })
}

/**
 * Whether the sandbox replaces the payment provider or the mail server; `settings/` refuses it with
 * a live key.
 */
const needsSandbox = (settings: Settings) => settings.payments === 'sandbox' || !settings.smtpUrl

async function openSandbox(settings: Settings, database: Database, box: { api?: Api }): Promise<Sandbox> {
  const { secrets, publicUrl } = settings
  const sandbox = createSandbox({
    query: database.query,
    now: () => systemClock.now(),
    newId: () => crypto.randomUUID().replaceAll('-', ''),
    publicUrl,
    webhook: {
      secret: newestSecret(secrets.webhook),
      deliver: async (body, signature) => {
        const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': signature }
        const request = new Request('http://v1.internal/v1/stripe/webhooks', {
          method: 'POST',
          headers,
          body,
        })
        const answer = await box.api?.fetch(request)
        if (!answer?.ok) throw new Error(`the webhook answered ${String(answer?.status)}`)
      },
    },
    tellShop: async (path, fields) => {
      const signature = await signAsProvider(textTokens(settings)[0], `${publicUrl}${path}`, fields)
      const request = new Request(`http://v1.internal${path}`, {
        method: 'POST',
        headers: { [TEXT_SIGNATURE]: signature },
        body: new URLSearchParams(fields),
      })
      const answer = await box.api?.fetch(request)
      if (!answer?.ok) throw new Error(`the webhook of texts answered ${String(answer?.status)}`)
    },
  })
  await sandbox.setUp()
  return sandbox
}

/** Runs `work` every few seconds without overlap; `stop` waits for the current run. */
function repeat(work: () => Promise<void>, log: Logger): { stop(): Promise<void> } {
  let current: Promise<void> | undefined
  const timer = setInterval(() => {
    current ??= work()
      .catch((error: unknown) => {
        log[isDatabaseUnavailable(error) ? 'warn' : 'error']({ err: error }, 'the sandbox failed')
      })
      .finally(() => {
        current = undefined
      })
  }, 5000)
  return {
    stop: async () => {
      clearInterval(timer)
      await current
    },
  }
}

/** @returns Whether the database was empty. */
async function seedWhenEmpty(database: Database, settings: Settings, log: Logger): Promise<boolean> {
  const { rows } = await database.query('select 1 from brands limit 1')
  if (rows.length > 0) return false
  await seedDemo(database.db, {
    now: systemClock.now(),
    demoPassword: settings.demoPassword,
    codes: createCodeVault(settings.secrets.code),
  })
  log.info('the demo shop has been loaded')
  return true
}

/**
 * Replaces the publicly known password of an older demo shop with the configured one before the
 * first request. A public shop may have none configured; its demo accounts then get random
 * passwords, as the checks in `settings/` assume.
 */
async function closeKnownPassword(database: Database, settings: Settings, log: Logger): Promise<void> {
  const isSet = settings.demoPassword !== DEMO_PASSWORD_DEFAULT
  if (!isSet && !settings.isPublic) return
  const wanted = isSet ? settings.demoPassword : randomBytes(32).toString('base64url')
  const changed = await replaceKnownPassword(database.db, { known: DEMO_PASSWORD_DEFAULT, wanted })
  if (changed > 0) log.warn({ accounts: changed }, 'demo accounts had the password everybody knows')
}
