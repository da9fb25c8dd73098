import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Order } from '#contract/order.ts'
import { runIntegrityChecks } from '#api/bookkeeping/integrity-checks/run-integrity-checks.ts'
import { type Account, BALANCED_BOOKS, readBookErrors } from '../support/give-tenders.ts'
import { type Flight } from '../support/paying-shop.ts'
import { openRacingShop, type RacingShop } from '../support/racing-shop.ts'
import { openStaffMember } from '../support/staff-member.ts'
import { TEST_NOW } from '../support/test-clock.ts'
import { createHolder, findWholeDay, type HeldSpan } from '../support/weather-holds.ts'
import { bundleProcess } from './bundle-process.ts'
import { weatherHoldPoints } from './weather-points.ts'

let racing: RacingShop
let staff: Account
let holder: ReturnType<typeof createHolder>
beforeAll(async () => {
  racing = await openRacingShop()
  staff = await openStaffMember(racing.shop.deps)
  holder = createHolder({ shop: racing.shop, token: staff.token })
})
afterAll(() => racing.close())
/** However a race ends, money and seats agree, and no hold that is over keeps anything closed. */
afterEach(async () => {
  const { deps, clock } = racing.shop
  await racing.shop.runDueNow()
  expect(await readBookErrors(deps)).toEqual(BALANCED_BOOKS)
  const later = new Date(clock.now().getTime() + 11 * 60_000)
  const checked = await runIntegrityChecks(deps.database.db, later)
  expect(checked.flatMap(({ check, rows }) => rows.map(({ kind, id }) => `${check}: ${kind} ${id}`))).toEqual(
    [],
  )
})

async function sell(email: string, flight: Flight): Promise<Order> {
  const { shop } = racing
  const token = await shop.guest(email)
  const order = await shop.order(token, 1, flight)
  await shop.pay(token, order, { stripe_source: 'pm_card_visa' })
  return shop.read(token, order)
}

/** Sells seats on several departures of one day, as far as the day has them. */
async function sellDay(name: string, count: number): Promise<{ span: HeldSpan; orders: Order[] }> {
  const span = await findWholeDay(racing.shop, await racing.shop.nextFlight())
  const { departures } = await holder.preview(span)
  const orders: Order[] = []
  for (const { departure_id: departureId, depart_at: departAt } of departures) {
    if (orders.length === count) break
    const sold = await sell(`${name}${String(orders.length)}@example.com`, { departureId, departAt }).catch(
      () => undefined,
    )
    if (sold) orders.push(sold)
  }
  expect(orders).toHaveLength(count)
  return { span, orders }
}

/** Lets a process tell the parties; with a point it is killed there. */
async function workInProcess(point?: string): Promise<string | null> {
  const parameters = [racing.databaseUrl, TEST_NOW, ...(point === undefined ? [] : [point])]
  const child = spawn(process.execPath, [bundleProcess('weather-process'), ...parameters], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null]
  return signal
}

const countMails = (kind: string) => racing.shop.count('select count(*) from mails where kind = $1', kind)

test('the work of a hold, killed four times, mails each party once of it and once of its end', async () => {
  const { span, orders } = await sellDay('killed', 6)
  const [one, other] = await Promise.all([holder.send(span), holder.send(span)])
  expect([one.status, other.status].toSorted()).toEqual([200, 201])
  const points = (stage: string) => weatherHoldPoints.filter(({ name }) => name.startsWith(stage))
  for (const { name } of points('hold')) expect(await workInProcess(name), name).toBe('SIGKILL')
  await Promise.all([workInProcess(), workInProcess()])
  expect(await countMails('weather_hold')).toBe(orders.length)
  const [held] = (await racing.database.query('select id from weather_holds')).rows
  const id = Number(held?.['id'])
  expect((await holder.release(id)).status).toBe(200)
  for (const { name } of points('end')) expect(await workInProcess(name), name).toBe('SIGKILL')
  await Promise.all([workInProcess(), workInProcess()])
  expect(await countMails('weather_hold')).toBe(orders.length)
  expect(await countMails('weather_hold_released')).toBe(orders.length)
  const told = 'select count(distinct order_id) from mails where kind = $1'
  expect(await racing.shop.count(told, 'weather_hold_released')).toBe(orders.length)
  expect(await racing.shop.count('select count(*) from weather_holds where done_at is null')).toBe(0)
})

test('of a release and a call-off at the same moment one wins, and no party is told both', async () => {
  for (const round of [1, 2, 3]) {
    const { span, orders } = await sellDay(`race${String(round)}-`, 2)
    const { id } = await holder.hold(span)
    await racing.shop.runDueNow()
    const weather_day = { ...span, note: null }
    const [released, called] = await Promise.all([
      holder.release(id),
      racing.shop.call('POST', '/v1/weather_days', { token: staff.token, body: { weather_day } }),
    ])
    // The call-off may follow the release, as on any day; a release never follows the call-off.
    expect(called.status).toBe(201)
    expect([200, 409]).toContain(released.status)
    expect((await holder.read(id)).state).toBe(released.status === 200 ? 'released' : 'called_off')
    await racing.shop.runDueNow()
    for (const order of orders) {
      const about = 'select count(*) from mails where kind = $1 and order_id = $2'
      expect(await racing.shop.count(about, 'called_off', order.id)).toBe(1)
      expect(await racing.shop.count(about, 'weather_hold_released', order.id)).toBe(0)
      expect(await racing.shop.count(about, 'weather_hold', order.id)).toBe(1)
    }
    const onHold = 'select count(*) from slots where weather_hold_id is not null'
    expect(await racing.shop.count(onHold)).toBe(0)
  }
})

test('of a purchase and a hold at the same moment the buyer is told, or has bought nothing', async () => {
  const { shop } = racing
  for (const round of [1, 2, 3]) {
    const flight = await shop.nextFlight()
    const span = await findWholeDay(shop, flight)
    const token = await shop.guest(`buyer${String(round)}@example.com`)
    const [held, order] = await Promise.all([
      holder.send(span),
      shop.order(token, 1, flight).catch(() => undefined),
    ])
    expect(held.status).toBe(201)
    if (order) {
      expect((await shop.pay(token, order, { stripe_source: 'pm_card_visa' })).status).toBe(201)
      await shop.runDueNow()
      const told = "select count(*) from mails where kind = 'weather_hold' and order_id = $1"
      expect(await shop.count(told, order.id)).toBe(1)
      expect((await shop.read(token, order)).flights).toMatchObject([{ on_hold: {} }])
    }
    expect(await shop.order(await shop.guest(), 1, flight).catch(() => undefined)).toBeUndefined()
    await holder.release((held.body as { weather_hold: { id: number } }).weather_hold.id)
  }
})
