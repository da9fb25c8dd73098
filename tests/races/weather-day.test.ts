import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { populate } from '#api/db/seed/populate.ts'
import { type Database, openDatabase } from '#api/db/client.ts'
import { runIntegrityChecks } from '#api/bookkeeping/integrity-checks/run-integrity-checks.ts'
import { openRebookingToken } from '#api/disruptions/rebooking-offer-token.ts'
import { WeatherDayReply } from '#contract/weather-day.ts'
import { RebookingOfferReply } from '#contract/call-off.ts'
import { type Account, BALANCED_BOOKS, readBookErrors } from '../support/give-tenders.ts'
import { openPayingShop, type PayingShop } from '../support/paying-shop.ts'
import { sharedPostgres } from '../support/shared-postgres.ts'
import { openStaffMember } from '../support/staff-member.ts'
import { TEST_NOW } from '../support/test-clock.ts'
import { bundleProcess } from './bundle-process.ts'
import { weatherPoints } from './weather-points.ts'

const PARTIES = 300
const DAY = '2027-05-13'

let databaseUrl: string
let database: Database
let shop: PayingShop
let staff: Account
beforeAll(async () => {
  databaseUrl = await sharedPostgres().createDemoDatabase()
  const one = await openDatabase({ databaseUrl, dataDir: '', maxConnections: 1 })
  await populate(one.query, { orders: 650, departures: 12, days: 80, capacity: 16, now: new Date(TEST_NOW) })
  for (const statement of gatherParties()) await one.query(statement)
  await one.close()
  database = await openDatabase({ databaseUrl, dataDir: '' })
  shop = await openPayingShop(database)
  staff = await openStaffMember(shop.deps)
})
afterAll(() => shop.close())

/** Puts the parties on the departures of one day at one terminal, as if they had all booked it. */
const gatherParties = (): string[] => [
  'set session_replication_role = replica',
  `create temporary table aimed as
   select f.id as flight_id, s.id as slot_id, s.departure_id, s.product_id, s.depart_at,
     row_number() over (order by f.id) - 1 as n, count(*) over () as many
   from flights f join slots s on s.id = f.slot_id
   where s.local_date = '${DAY}' and f.flight_code like 'P%' and s.terminal_id =
     (select terminal_id from slots group by terminal_id order by count(*) desc, terminal_id limit 1)`,
  `create temporary table party as
   select o.id as order_id, row_number() over (order by o.id) as n from orders o
   where o.status = 'completed' and o.cart_hash like 'populated:%' and o.total_cents = o.amount_paid_cents
     and not exists (select from order_refunds r where r.order_id = o.id)
     and not exists (select from order_tenders t where t.order_id = o.id)
     and (select count(*) from holds h where h.order_id = o.id and h.state = 'sold') = 1
   order by o.id limit ${String(PARTIES)}`,
  `create temporary table placed as select p.order_id, a.* from party p join aimed a
    on a.n = p.n % a.many`,
  `update holds h set flight_id = placed.flight_id from placed
    where h.order_id = placed.order_id and h.state = 'sold'`,
  `update order_item_seats i set flight_id = placed.flight_id, departure_id = placed.departure_id,
    depart_at = placed.depart_at from placed where i.order_id = placed.order_id`,
  `update passengers p set flight_id = placed.flight_id from placed where p.order_id = placed.order_id`,
  `update orders o set product_id = placed.product_id from placed where o.id = placed.order_id`,
  `update flights f set capacity = 200, max_weight_lbs = 60000 from aimed where f.id = aimed.flight_id`,
  // Large aircraft, so that the seats of the next weeks last into the second round.
  'update aircraft_types set max_passengers = 24, max_weight_lbs = 9000',
  `update flights f set seats_sold = (select coalesce(sum(h.seats), 0) from holds h
    where h.flight_id = f.id and h.state = 'sold')`,
  'drop table aimed, party, placed',
  'set session_replication_role = origin',
  'analyze',
]

/** Lets a process work on what is called off. */
async function workInProcess(point?: string): Promise<string | null> {
  const parameters = [databaseUrl, TEST_NOW, ...(point === undefined ? [] : [point])]
  const child = spawn(process.execPath, [bundleProcess('weather-process'), ...parameters], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null]
  return signal
}

const countRows = (statement: string) => shop.count(statement)

/** Does the work for each of them, a few at a time. */
async function forEachOf<Item>(items: readonly Item[], work: (item: Item, at: number) => Promise<void>) {
  const left = [...items.entries()]
  const next = async (): Promise<void> => {
    const one = left.shift()
    if (!one) return
    await work(one[1], one[0])
    await next()
  }
  await Promise.all(Array.from({ length: 8 }, next))
}

test('a weather day of 300 parties, killed five times, tells each once and shares seats fairly', async () => {
  const terminal = await countRows(
    'select s.terminal_id from slots s join flights f on f.slot_id = s.id where f.capacity = 200 limit 1',
  )
  const parties = await countRows(
    `select count(distinct h.order_id) from holds h join flights f on f.id = h.flight_id join slots s
     on s.id = f.slot_id where h.state = 'sold' and s.local_date = '${DAY}' and s.terminal_id =
     ${String(terminal)}`,
  )
  expect(parties).toBeGreaterThanOrEqual(PARTIES)
  const weather_day = { terminal_id: terminal, date: DAY, from: '00:00', until: '23:59' }
  const declare = () => shop.call('POST', '/v1/weather_days', { token: staff.token, body: { weather_day } })
  const [declared] = await Promise.all([declare(), declare(), declare()])
  const { id } = WeatherDayReply.parse(declared.body).weather_day
  expect(await countRows('select count(*) from weather_days')).toBe(1)

  for (const { name } of weatherPoints) expect(await workInProcess(name), name).toBe('SIGKILL')
  await Promise.all([workInProcess(), workInProcess()])

  // Exactly one mail for each party, and nobody has two offers.
  expect(await countRows('select count(*) from weather_days where done_at is not null')).toBe(1)
  expect(await countRows('select count(*) from reschedule_claims')).toBe(parties)
  expect(
    await countRows('select count(*) from reschedule_claims where rounds = 3 and told_at is not null'),
  ).toBe(parties)
  expect(await countRows("select count(*) from mails where kind = 'called_off'")).toBe(parties)
  expect(await countRows("select count(distinct subject_id) from mails where kind = 'called_off'")).toBe(
    parties,
  )

  // At most half of what is free of a departure is kept, and some departures reach it.
  const shares = `select f.id,
      coalesce(sum(h.seats) filter (where h.claim_alternative_id is not null), 0) as kept,
      f.capacity - coalesce(sum(h.seats) filter (where h.claim_alternative_id is null), 0) as free
    from flights f join holds h on h.flight_id = f.id and h.state <> 'released'
    where f.status <> 'called_off' group by f.id`
  expect(await countRows(`select count(*) from (${shares}) s where kept * 2 > free`)).toBe(0)
  expect(
    await countRows(`select count(*) from (${shares}) s where kept > 0 and (kept + 2) * 2 > free`),
  ).toBeGreaterThan(20)
  // Everybody's first alternative was held before anybody's second, and so on.
  const ranks = `select id, row_number() over (partition by claim_id order by id) as rank
    from claim_alternatives`
  for (const rank of [1, 2]) {
    const early = `select count(*) from (${ranks}) a where rank = ${String(rank + 1)} and id <
      (select max(id) from (${ranks}) b where rank = ${String(rank)})`
    expect(
      await countRows(early),
      `alternatives of round ${String(rank + 1)} before the last of round ${String(rank)}`,
    ).toBe(0)
  }
  const held = `select count(*) from (${ranks}) a where rank =`
  expect(await countRows(`${held} 1`)).toBeGreaterThan(200)
  expect(await countRows(`${held} 2`)).toBeGreaterThan(0)
  await expectSoundBooks()

  // Every answer is honoured.
  const { rows: offers } = await database.query(
    `select id, order_id, token_hash as "tokenHash", token_sealed as "tokenSealed"
     from reschedule_claims order by id`,
  )
  const chosen = new Map<number, string>()
  await forEachOf(offers, async (offer, at) => {
    const sealed = { tokenHash: String(offer['tokenHash']), tokenSealed: offer['tokenSealed'] as Buffer }
    const path = `/v1/reschedule_claims/${openRebookingToken(shop.deps.settings.secrets.code, sealed)}`
    const seen = RebookingOfferReply.parse((await shop.call('GET', path)).body).reschedule_claim
    const alternative = at % 3 === 2 ? undefined : seen.alternatives.at(at % 2)
    const answer = alternative
      ? { choice: 'alternative', alternative_id: alternative.id }
      : { choice: 'voucher', amount: seen.voucher_amount }
    const { status } = await shop.call('POST', `${path}/answer`, { body: { reschedule_claim: answer } })
    expect(status).toBe(200)
    chosen.set(Number(offer['id']), alternative ? `moved ${alternative.flight.depart_at}` : 'voucher')
  })
  const { rows: ended } = await database.query(
    `select c.id, c.state, s.depart_at from reschedule_claims c
     left join slots s on s.id = c.moved_to_slot_id`,
  )
  const ends = ended.map((row): [number, string] => {
    const at = row['depart_at']
    return [Number(row['id']), at instanceof Date ? `moved ${at.toISOString()}` : String(row['state'])]
  })
  expect(new Map(ends)).toEqual(new Map([...chosen].toSorted(([a], [b]) => a - b)))
  expect([...chosen.values()].filter((one) => one !== 'voucher').length).toBeGreaterThan(100)
  const { body } = await shop.call('GET', `/v1/weather_days/${String(id)}`, { token: staff.token })
  expect(WeatherDayReply.parse(body).weather_day.answered_count).toBe(parties)
  await expectSoundBooks()
})

async function expectSoundBooks(): Promise<void> {
  expect(await readBookErrors(shop.deps)).toEqual(BALANCED_BOOKS)
  const checked = await runIntegrityChecks(database.db, shop.clock.now())
  expect(checked.flatMap(({ check, rows }) => rows.map(({ kind, id }) => `${check}: ${kind} ${id}`))).toEqual(
    [],
  )
}
