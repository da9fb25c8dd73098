import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runIntegrityChecks } from '#api/bookkeeping/integrity-checks/run-integrity-checks.ts'
import { createDelayer } from '../support/delay-flight.ts'
import { openStaffMember } from '../support/staff-member.ts'
import { type Flight } from '../support/paying-shop.ts'
import { openRacingShop, type RacingShop } from '../support/racing-shop.ts'
import { findFridayDepartures } from '../support/transfer-guests.ts'
import { bundleProcess } from './bundle-process.ts'
import { carePoints } from './care-points.ts'

const HOUR = 3_600_000
const DEPARTURES = 2
/** Two on each departure. */
const PARTIES = 4

let racing: RacingShop
let flights: Flight[]
beforeAll(async () => {
  racing = await openRacingShop()
  const { shop } = racing
  // The Friday after the next one: its parties are not told everything by their ticket already.
  await shop.nextFlight()
  flights = await findFridayDepartures(shop, DEPARTURES)
  for (const [at, flight] of [...flights, ...flights].entries()) {
    const token = await shop.guest(`care${String(at)}@example.com`)
    const order = await shop.order(token, 1, flight)
    await shop.pay(token, order, { stripe_source: 'pm_card_visa' })
  }
  await shop.runDueNow()
})
afterAll(() => racing.close())

const count = (statement: string) => racing.shop.count(statement)
const leaves = (at: number) => Date.parse(flights.at(at)?.departAt ?? '')

/** Lets a process work at a time; with a point it is killed there. */
async function workInProcess(now: Date, point?: string): Promise<string | null> {
  const parameters = [racing.databaseUrl, now.toISOString(), ...(point === undefined ? [] : [point])]
  const child = spawn(process.execPath, [bundleProcess('care-process'), ...parameters], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null]
  return signal
}

/** Kills the work at each of its points, then lets two processes at once end it. */
async function killAndEnd(now: Date, stage: 'care' | 'delay' | 'minimum'): Promise<void> {
  for (const { name } of carePoints.filter((one) => one.name.startsWith(stage)))
    expect(await workInProcess(now, name), name).toBe('SIGKILL')
  expect(await Promise.all([workInProcess(now), workInProcess(now)])).toEqual([null, null])
}

test('messages before a flight, killed on the way, reach each party once', async () => {
  const now = new Date(leaves(-1) - 47 * HOUR)
  expect(now.getTime()).toBeLessThan(leaves(0))
  await killAndEnd(now, 'care')
  const mails = "from mails where kind = 'before_flight'"
  expect(await count(`select count(*) ${mails}`)).toBe(PARTIES)
  expect(await count(`select count(distinct order_id) ${mails}`)).toBe(PARTIES)
  expect(await count("select count(*) from care_messages where occasion = 'before_flight'")).toBe(PARTIES)
}, 120_000)

test('news of a delay, killed on the way, reaches each party of the flight once', async () => {
  const { shop } = racing
  const { token } = await openStaffMember(shop.deps)
  const id = await count(
    `select min(h.flight_id)::int from holds h join orders o on o.id = h.order_id
      where o.email = 'care0@example.com'`,
  )
  const set = await createDelayer({ shop, token }).delay(id, 20)
  expect(set).toMatchObject({ status: 201, body: { flight_delay: { parties: 2 } } })
  await killAndEnd(new Date(leaves(-1) - 40 * HOUR), 'delay')
  const mails = "from mails where kind = 'flight_delayed'"
  expect(await count(`select count(*) ${mails}`)).toBe(2)
  expect(await count(`select count(distinct order_id) ${mails}`)).toBe(2)
  expect(await count('select count(*) from flight_delays where done_at is null')).toBe(0)
}, 120_000)

test('departures with too few passengers, killed on the way, are each decided and told once', async () => {
  const { shop } = racing
  await shop.deps.database.query(
    "update products set min_passengers = 3, min_missed = 'call_off', min_decided_mins = 1440 where id = 6",
  )
  const now = new Date(leaves(-1) - 23 * HOUR)
  await killAndEnd(now, 'minimum')
  expect(await count('select count(*) from slots where minimum_decided_at is not null')).toBe(DEPARTURES)
  expect(await count("select count(*) from call_offs where reason = 'too_few_passengers'")).toBe(DEPARTURES)
  shop.clock.set(now)
  await shop.runDueNow()
  await shop.runDueNow()
  const mails = "from mails where kind = 'called_off'"
  expect(await count(`select count(*) ${mails}`)).toBe(PARTIES)
  expect(await count(`select count(distinct order_id) ${mails}`)).toBe(PARTIES)
  const checked = await runIntegrityChecks(shop.deps.database.db, new Date(now.getTime() + 11 * 60_000))
  expect(checked.flatMap(({ check, rows }) => rows.map(({ kind }) => `${check}: ${kind}`))).toEqual([])
}, 120_000)
