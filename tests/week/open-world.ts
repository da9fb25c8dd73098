import { openDatabase } from '#api/db/client.ts'
import { createRandom } from '#api/platform/demo-season/random.ts'
import { createSandbox } from '#sandbox/create-sandbox.ts'
import { newestSecret } from '#settings/key-ring.ts'
import { startMailServer } from '../races/mail-server.ts'
import { memoryFiles } from '../support/memory-files.ts'
import { sharedPostgres } from '../support/shared-postgres.ts'
import { TestClock } from '../support/test-clock.ts'
import { testSettings } from '../support/test-settings.ts'
import { signedTextWebhook } from '../support/text-webhook.ts'
import { createAgenda } from './agenda.ts'
import { callProcess } from './call-process.ts'
import { createFaults, type Faults } from './faults.ts'
import { createEventChannel, type EventChannel } from './provider-events.ts'
import { startSimulatedProcess, type Surroundings } from './simulated-process.ts'
import { isDatabaseFault, LostAnswer, Refused, tallyOf, type World } from './world.ts'

/** A shop of two processes on one database, before its week begins. */
export interface OpenedWorld {
  world: World
  faults: Faults
  events: EventChannel
  close(): Promise<void>
}

export async function openWorld(seed: string, startsAt: string): Promise<OpenedWorld> {
  const random = createRandom(seed)
  const clock = new TestClock(startsAt)
  const settings = testSettings()
  const databaseUrl = await sharedPostgres().createDemoDatabase()
  const database = await openDatabase({ databaseUrl, dataDir: '' })
  // The server's own sandbox of the mail server would take mails of both; this one is of the week.
  const provider = { isDown: false, slowMs: 0 }
  const mailServer = { isDown: false }
  const mails = await startMailServer({
    mail: () => (mailServer.isDown ? '451 Try again later' : undefined),
    recipient: (address) => (address.startsWith('bounce.') ? '550 5.1.1 No such user' : undefined),
  })
  const box: { world?: World } = {}
  const deliver = async (path: string, options: object) => {
    const { world } = box
    if (!world) throw new Error('The shop has not started')
    const answer = await world.call('POST', path, { ...options, kind: 'webhook' })
    if (answer.status !== 200) throw new Error(`the webhook answered ${String(answer.status)}`)
  }
  const sandbox = createSandbox({
    query: database.query,
    now: () => clock.now(),
    newId: () => crypto.randomUUID().replaceAll('-', ''),
    publicUrl: settings.publicUrl,
    webhook: {
      secret: newestSecret(settings.secrets.webhook),
      deliver: (body, signature) =>
        deliver('/v1/stripe/webhooks', { body, headers: { 'stripe-signature': signature } }),
    },
    tellShop: async (path, fields) => deliver(path, await signedTextWebhook(settings, path, fields)),
  })
  await sandbox.setUp()
  const errorLines: string[] = []
  const around: Surroundings = {
    ...{ databaseUrl, watcher: database, clock, sandbox, smtpUrl: mails.url, files: memoryFiles() },
    fetchProvider: async (input, init) => {
      if (provider.isDown) throw new TypeError('fetch failed')
      if (provider.slowMs > 0) await new Promise((resolve) => setTimeout(resolve, provider.slowMs))
      return sandbox.stripeFetch(input, init)
    },
    onErrorLine: (line) => {
      const { msg, err } = JSON.parse(line) as { msg: string; err?: { message: string; stack: string } }
      errorLines.push(`  logged: ${msg}: ${err?.stack.split('\n').slice(0, 6).join(' ') ?? ''}\n`)
      if (errorLines.length > 20) errorLines.shift()
    },
  }
  const processes: World['processes'] = [
    await startSimulatedProcess(around),
    await startSimulatedProcess(around),
  ]
  const agenda = createAgenda()
  const planned = { count: 0 }
  const world: World = {
    ...{ random, clock, agenda, database, sandbox, mails, processes },
    ...{ tallies: new Map(), findings: [], faults: new Set() },
    call: (method, path, options = {}) => callProcess(world, method, path, options),
    count: (kind, how, reason) => {
      const tally = tallyOf(world.tallies, kind)
      tally[how] += 1
      if (reason !== undefined) tally.reasons.set(reason, (tally.reasons.get(reason) ?? 0) + 1)
    },
    find: (what) => {
      const lines = errorLines.splice(0, errorLines.length).slice(-2).join('')
      world.findings.push(`seed ${seed}, ${clock.now().toISOString()}: ${what}\n${lines}`)
    },
    later: (minutes, name, act) => {
      planned.count += 1
      const own = createRandom(`${seed} / ${String(planned.count)} ${name}`)
      agenda.add({
        at: new Date(clock.now().getTime() + minutes * 60_000),
        act: async () => {
          try {
            await act(own)
          } catch (error) {
            if (error instanceof Refused) return
            if (error instanceof LostAnswer || isDatabaseFault(world.faults)) world.count(name, 'lost')
            else world.find(`${name}: ${error instanceof Error ? String(error.stack) : String(error)}`)
          }
        },
      })
    },
  }
  box.world = world
  const faults = createFaults(world, {
    provider,
    mailServer,
    restart: async (index) => {
      await processes[index].kill()
      processes[index] = await startSimulatedProcess(around)
    },
  })
  const events = createEventChannel(sandbox, {
    random: random.fork('events'),
    count: (fate) => {
      world.count(`event ${fate}`, 'done')
    },
  })
  const close = async () => {
    for (const process of processes) await process.close()
    await mails.close()
    await database.close()
  }
  return { world, faults, events, close }
}
