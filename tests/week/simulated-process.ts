import pino from 'pino'
import { type Api, createApi } from '#api/app.ts'
import { type Database, openDatabase } from '#api/db/client.ts'
import { type ApiDeps } from '#api/deps.ts'
import { type Clock } from '#api/gateways/clock.ts'
import { createSmtpMailer } from '#api/gateways/smtp-mailer.ts'
import { createStripeClient } from '#api/gateways/stripe-client.ts'
import { startJobs } from '#api/jobs/start-jobs.ts'
import { type Sandbox } from '#sandbox/create-sandbox.ts'
import { type FileStore } from '#api/gateways/file-store.ts'
import { type CuttingProxy, startCuttingProxy } from '../races/cutting-proxy.ts'
import { testSettings } from '../support/test-settings.ts'
import { createSimulatedQueue, type SimulatedQueue } from './simulated-queue.ts'

/** What all processes of the shop share. */
export interface Surroundings {
  databaseUrl: string
  /** A connection that no fault cuts, for the test itself. */
  watcher: Database
  clock: Clock
  files: FileStore
  smtpUrl: string
  sandbox: Pick<Sandbox, 'phone'>
  /** The way to the provider, with its faults. */
  fetchProvider: typeof fetch
  /** Takes the lines that the shop logs as errors. */
  onErrorLine: (line: string) => void
}

/** A process of the shop, which answers `/v1` and runs jobs. */
export interface SimulatedProcess {
  api: Api
  deps: ApiDeps
  queue: SimulatedQueue
  /** The way to the database, which can cut a connection in the middle of a call. */
  proxy: CuttingProxy
  /** Ends it as a kill does: no transaction is finished, no answer arrives, its memory is lost. */
  kill(): Promise<void>
  /** Ends it at the end of the week. */
  close(): Promise<void>
}

let started = 0

export async function startSimulatedProcess(around: Surroundings): Promise<SimulatedProcess> {
  started += 1
  const name = `week-${String(started)}`
  const proxy = await startCuttingProxy(around.databaseUrl)
  const url = new URL(proxy.url)
  url.searchParams.set('application_name', name)
  const database = await openDatabase({ databaseUrl: url.href, dataDir: '' })
  const queue = createSimulatedQueue()
  const deps: ApiDeps = {
    settings: testSettings(),
    database,
    clock: around.clock,
    stripe: createStripeClient('sk_test_sandbox', around.fetchProvider),
    mailer: createSmtpMailer(around.smtpUrl),
    texter: around.sandbox.phone,
    files: around.files,
    jobs: queue,
    log: pino({ level: 'error' }, { write: around.onErrorLine }),
  }
  await startJobs(deps)
  const end = async () => {
    await queue.stop()
    proxy.stop()
    await database.close()
  }
  return {
    api: createApi(deps),
    deps,
    queue,
    proxy,
    kill: async () => {
      const ended = end()
      await around.watcher.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1',
        [name],
      )
      await ended
    },
    close: end,
  }
}
