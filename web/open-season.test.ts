import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AvailabilityDayReply } from '#contract/availability.ts'
import { type DayTask } from '#contract/staff-day.ts'
import { runIntegrityChecks } from '#api/bookkeeping/integrity-checks/run-integrity-checks.ts'
import { type FilledSeason, fillDemoSeason } from '#api/platform/demo-season/fill-demo-season.ts'
import { readSeason, startSeason } from '#api/platform/demo-season/season-record.ts'
import { addDays } from '#api/rules/time/local-time.ts'
import { createTestApi, type TestApi } from '#tests/support/test-api.ts'
import { readStaffDay } from '#api/flights/staff-day/read-staff-day.ts'
import { openSeason } from './open-season.ts'

const NOW = new Date('2026-11-25T20:00:00Z')
let shop: TestApi
let filled: FilledSeason | undefined

beforeAll(async () => {
  shop = await createTestApi({ seeded: true, now: NOW })
  await startSeason(shop.deps.database.query, { seed: 'harbor', now: NOW })
  // It is stopped on the way, and goes on where it was.
  let steps = 0
  const isStopped = () => (steps += 1) > 150
  expect(await fillDemoSeason({ ...(await openSeason(shop.deps)), isStopped })).toBeUndefined()
  filled = await fillDemoSeason(await openSeason(shop.deps))
}, 300_000)
afterAll(() => shop.close())

const read = async (text: string) => (await shop.deps.database.query(text)).rows
const keyOf = ({ flight_id: flight, order_id: order }: DayTask) => `${String(flight)} ${String(order)}`
const names = async (text: string) => (await read(text)).map(({ name }) => name)

describe('a filled demo shop', () => {
  test('keeps every promise that the integrity checks know', async () => {
    const found = await runIntegrityChecks(shop.deps.database.db, NOW)
    expect(found.filter(({ failing }) => failing > 0)).toEqual([])
  })

  test('has some four hundred orders, of which few were refused', async () => {
    const [row] = await read('select count(*)::int as orders from orders')
    expect(row?.['orders']).toBeGreaterThan(380)
    const refused = Object.values(filled?.refused ?? {}).reduce((sum, times) => sum + times, 0)
    expect(refused).toBeLessThan(10)
    // An order that the plan makes is complete: a field that is refused is a mistake of the plan.
    expect(Object.keys(filled?.refused ?? {}).filter((why) => why.includes('invalid'))).toEqual([])
  })

  test('has two or three cases for the tasks of an ordinary day', async () => {
    const { tasks, flights } = await readStaffDay(shop.deps.database.db, { date: '2026-11-25', now: NOW })
    const count = (kind: string) => new Set(tasks.filter((task) => task.kind === kind).map(keyOf)).size
    const kinds = ['no_pilot', 'no_aircraft', 'short_turnaround', 'weight_missing', 'payment_due']
    for (const kind of [
      ...kinds,
      'second_seat_needed',
      'weight_does_not_fit',
      'mail_bounced',
      'refund_to_hand_out',
    ]) {
      expect([2, 3], kind).toContain(count(kind))
    }
    // What the shop cannot have without something that is broken.
    for (const kind of ['claim_to_settle', 'given_back_twice', 'webhook_failing']) expect(count(kind)).toBe(0)
    expect(new Set(flights.map(({ status }) => status))).toEqual(new Set(['landed', 'boarding', 'scheduled']))
  })

  test('has two acts that wait for a second person', async () => {
    const waiting = await read(`select path, state from approvals`)
    expect(waiting).toEqual(Array(2).fill({ path: '/v1/vouchers', state: 'waiting' }))
  })

  test('has called off an afternoon of one heliport, and some parties have answered', async () => {
    const slots = await read(
      `select s.terminal_id from call_offs c join slots s on s.id = c.slot_id
       where exists (select from reschedule_claims r where r.call_off_id = c.id)`,
    )
    expect(slots.length).toBeGreaterThanOrEqual(8)
    expect(new Set(slots.map((slot) => slot['terminal_id'])).size).toBe(1)
    const states = await names('select distinct state as name from reschedule_claims order by 1')
    expect(states).toEqual(['moved', 'open', 'refunded', 'voucher'])
  })

  test('has sold in both brands and by every channel', async () => {
    expect(await names('select distinct brand_id as name from orders order by 1')).toEqual([1, 2])
    const channels = await names('select distinct channel as name from orders order by 1')
    expect(channels).toEqual(['counter', 'phone', 'web'])
  })

  test('has parties that flew and will fly on two aircraft, and offers such on most days', async () => {
    const pairs = await read(
      `select o.id, count(distinct f.aircraft_id)::int as aircraft,
         bool_and(f.status = 'landed') as landed,
         (select count(*)::int from passengers p
          where p.order_id = o.id and p.boarding = 'checked_in') as here
       from orders o join holds h on h.order_id = o.id and h.state = 'sold'
         join flights f on f.id = h.flight_id
       group by o.id having count(distinct f.id) > 1 order by o.id`,
    )
    expect(pairs.map(({ aircraft }) => aircraft)).toEqual(pairs.map(() => 2))
    expect(pairs.filter(({ landed }) => landed).map(({ here }) => here)).toContain(5)
    expect(pairs.filter(({ landed, here }) => !landed && here === 0).length).toBeGreaterThan(0)
    const offered: string[] = []
    for (let day = 1; day <= 14; day += 1) {
      const date = addDays('2026-11-25', day)
      const path = `/v1/availability/day?product_id=6&date=${date}&quantity=5`
      const { departures } = AvailabilityDayReply.parse((await shop.call('GET', path, {})).body).availability
      if (departures.some(({ two_aircraft: pair }) => pair)) offered.push(date)
    }
    expect(offered.length).toBeGreaterThan(7)
  })

  test('sold something in each of the last twelve weeks', async () => {
    const weeks = await read(
      `select floor(extract(epoch from timestamptz '2026-11-25T20:00:00Z' - completed_at) / 604800)::int
          as week, count(*)::int as orders
       from orders where completed_at > timestamptz '2026-11-25T20:00:00Z' - interval '84 days'
       group by 1 order by 1`,
    )
    expect(weeks.map(({ week }) => week)).toEqual(Array.from({ length: 12 }, (_, week) => week))
    expect(weeks.every(({ orders }) => Number(orders) >= 10)).toBe(true)
  })

  test('has nothing left to mail, and only some mails in its mailbox', async () => {
    expect(
      await read("select 1 from mails where state = 'queued' and next_try_at <= '2026-11-25T20:00:00Z'"),
    ).toEqual([])
    const [row] = await read('select count(*)::int as mails from sandbox.mails')
    expect(row?.['mails']).toBeLessThan(200)
    expect(row?.['mails']).toBeGreaterThan(10)
  })

  test('has members, disputes, spent cards and vouchers, and offers after a called-off flight', async () => {
    expect((await read("select 1 from subscriptions where status = 'active'")).length).toBeGreaterThan(2)
    const disputes = await names(
      'select distinct dispute_state as name from payments where dispute_state is not null order by 1',
    )
    expect(disputes).toEqual(['lost', 'open', 'won'])
    expect((await read("select 1 from gift_cards where state = 'redeemed'")).length).toBeGreaterThan(1)
    expect((await read('select 1 from vouchers where balance_cents < value_cents')).length).toBeGreaterThan(0)
    expect((await read('select 1 from reschedule_claims')).length).toBeGreaterThan(0)
  })

  test('is filled once', async () => {
    const { query } = shop.deps.database
    expect(await readSeason(query)).toMatchObject({ isFilled: true, seed: 'harbor' })
    expect(await fillDemoSeason(await openSeason(shop.deps))).toBeUndefined()
  })
})
