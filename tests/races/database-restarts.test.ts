import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, openDatabase } from '#api/db/client.ts'
import { seedDemo } from '#api/db/seed/seed-demo.ts'
import { addDays, toLocalDate } from '#api/rules/time/local-time.ts'
import { createCodeVault } from '#api/gateways/sealed-text.ts'
import { runIntegrityChecks } from '#api/bookkeeping/integrity-checks/run-integrity-checks.ts'
import { registerMails } from '#api/platform/register-mails.ts'
import { UNAVAILABLE_SENTENCE } from '#contract/service-sentences.ts'
import { buyInsistently, insist, type KeyedCall } from '../support/insistent-caller.ts'
import { type RealPostgres, startRealPostgres } from '../support/real-postgres.ts'
import { type ChosenDeparture, departureAt } from '../support/shopper.ts'
import { testSettings } from '../support/test-settings.ts'
import { bundleProcess } from './bundle-process.ts'

interface Service {
  child: ChildProcess
  origin: string
}

let postgres: RealPostgres
let databaseUrl: string
let services: Service[] = []
beforeAll(async () => {
  postgres = await startRealPostgres({ durable: true })
  databaseUrl = await postgres.createDatabase()
  const database = await openDatabase({ databaseUrl, dataDir: '' })
  const codes = createCodeVault(testSettings().secrets.code)
  await seedDemo(database.db, { now: new Date(), demoPassword: 'fly-demo', codes })
  await database.query('delete from departure_exceptions')
  await database.close()
  services = [await startService(), await startService()]
})
afterAll(async () => {
  await Promise.all(services.map(stopService))
  await postgres.stop()
})

async function startService(): Promise<Service> {
  const child = spawn(process.execPath, [bundleProcess('restart-process'), databaseUrl], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const port = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => {
      reject(new Error(`The service ended with ${String(code)} before it listened`))
    })
    createInterface({ input: child.stdout }).once('line', resolve)
  })
  return { child, origin: `http://127.0.0.1:${port}` }
}

async function stopService({ child }: Service): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.stdin?.end()
  await ended
}

/** What a client sees of an outage, and what it owned when a call was acknowledged. */
const seen = { unavailable: [0, 0], wrong: [] as string[], paid: [] as number[] }

/** Buys one seat of the flight in a session of its own, and tries again as a real client does. */
async function buySeat(flight: ChosenDeparture, service: number, name: string): Promise<void> {
  const { origin } = services[service] ?? { origin: '' }
  const send = (call: KeyedCall) =>
    insist(origin, call, (reply) => {
      if (!reply) throw new Error(`${call.path} was not answered`)
      const { code = '' } = reply.body as { code?: string }
      if (reply.status === 503 && code !== 'payment_provider_unavailable') {
        seen.unavailable[service] = (seen.unavailable[service] ?? 0) + 1
        if (reply.headers.get('Retry-After') !== '5') seen.wrong.push('a 503 without Retry-After')
        expect(reply.body).toEqual({ error: UNAVAILABLE_SENTENCE, code: 'service_unavailable' })
      } else if (!['payment_provider_unavailable', 'payment_in_progress', 'conflict'].includes(code)) {
        throw new Error(`${call.path} answered ${String(reply.status)} ${JSON.stringify(reply.body)}`)
      }
    })
  seen.paid.push(await buyInsistently(send, flight, name))
}

/** Lists weekday flights at half past two, some weeks from now, with four seats each. */
async function findFlights(count: number): Promise<ChosenDeparture[]> {
  const database = await openDatabase({ databaseUrl, dataDir: '' })
  const flights: ChosenDeparture[] = []
  let day = addDays(toLocalDate(new Date(), 'America/New_York'), 14)
  while (flights.length < count) {
    day = addDays(day, 1)
    if ([0, 5, 6].includes(new Date(`${day}T12:00:00Z`).getUTCDay())) continue
    flights.push(await departureAt({ deps: { database } }, 6, day, '14:30'))
  }
  await database.close()
  return flights
}

const BUYERS = 6
const eventually = { timeout: 120_000, interval: 50 }
const morePaidThan = (before: number) =>
  expect.poll(() => seen.paid.length, eventually).toBeGreaterThan(before)

/** Stops the server until both services have reported it, and waits until orders are paid again. */
async function takeAway(how: 'fast' | 'crash'): Promise<void> {
  const before = [...seen.unavailable]
  await postgres.shutDown(how)
  for (const service of [0, 1]) {
    await expect.poll(() => seen.unavailable[service], eventually).toBeGreaterThan(before[service] ?? 0)
    const ready = await fetch(`${services[service]?.origin ?? ''}/readyz`)
    expect(ready.status).toBe(503)
    expect(await ready.json()).toMatchObject({ parts: { database: 'failed' } })
  }
  await postgres.startAgain()
  await morePaidThan(seen.paid.length + 2)
}

/** Ends every connection of the services at once while the server keeps running. */
async function cutConnections(database: Database): Promise<void> {
  await database.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and ' +
      'datname = current_database()',
  )
  await morePaidThan(seen.paid.length + 2)
}

it('the shop recovers from PostgreSQL restarts and crashes and keeps every acknowledged order', async () => {
  const flights = await findFlights(60)
  let buying = true
  const buyers = Array.from({ length: BUYERS }, async (_, buyer) => {
    for (let round = 0; buying; round++) {
      const flight = flights[(buyer + round * BUYERS) % flights.length]
      if (flight) await buySeat(flight, buyer % 2, `buyer${String(buyer)}.${String(round)}`)
    }
  })
  const all = Promise.all(buyers)
  const disturbed = async () => {
    await morePaidThan(2)
    await takeAway('fast')
    await takeAway('crash')
    const database = await openDatabase({ databaseUrl, dataDir: '' })
    await cutConnections(database)
    await database.close()
    await takeAway('fast')
  }
  await Promise.race([disturbed(), all]).finally(() => {
    buying = false
  })
  await all

  expect(seen.wrong).toEqual([])
  expect(services.map(({ child }) => [child.exitCode, child.signalCode])).toEqual([
    [null, null],
    [null, null],
  ])
  const database = await openDatabase({ databaseUrl, dataDir: '' })
  const { rows } = await database.query(
    `select o.id, o.status, (select count(*)::int from payments p where p.order_id = o.id) as paid
     from orders o order by o.id`,
  )
  const bought = [...seen.paid].sort((one, other) => one - other)
  // The database has every acknowledged order and no unknown one.
  expect(rows).toEqual(bought.map((id) => ({ id, status: 'completed', paid: 1 })))
  registerMails()
  const broken = (await runIntegrityChecks(database.db, new Date())).filter(({ failing }) => failing > 0)
  expect(broken).toEqual([])

  // Jobs run again, too: the last buyer has the confirmation, and both processes are ready.
  const mails =
    'select count(*)::int as count from sandbox.mails where recipient = (select u.email from ' +
    'users u join orders o on o.user_id = u.id where o.id = $1)'
  const mailed = async () => Number((await database.query(mails, [seen.paid.at(-1)])).rows[0]?.['count'])
  await expect.poll(mailed, eventually).toBeGreaterThan(0)
  for (const { origin } of services) {
    await expect.poll(async () => (await fetch(`${origin}/readyz`)).status, eventually).toBe(200)
  }
  await database.close()
})
