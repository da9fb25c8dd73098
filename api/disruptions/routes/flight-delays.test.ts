import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Order } from '#contract/order.ts'
import { orders } from '#api/db/schema/orders.ts'
import { writeOrderCalendar } from '#api/orders/write-order-calendar.ts'
import { loadReschedulable } from '#api/reschedules/load-reschedule.ts'
import { readDelayPlan } from '#api/disruptions/delays/preview-delay.ts'
import { processDelays } from '#api/disruptions/delays/work-delays.ts'
import { runIntegrityChecks } from '#api/bookkeeping/integrity-checks/run-integrity-checks.ts'
import { createDelayer } from '#tests/support/delay-flight.ts'
import { type Account, openAccount } from '#tests/support/give-tenders.ts'
import { type Flight, openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

vi.setConfig({ hookTimeout: 120_000, testTimeout: 60_000 })

let shop: PayingShop
let staff: Account
let delayer: ReturnType<typeof createDelayer>
beforeAll(async () => {
  shop = await openPayingShop()
  staff = await openStaffMember(shop.deps)
  delayer = createDelayer({ shop, token: staff.token })
})
afterAll(() => shop.close())
/** After each test no aircraft and no pilot is in two places, and every flight has its slot's time. */
afterEach(async () => {
  const checked = await runIntegrityChecks(shop.deps.database.db, shop.clock.now())
  expect(checked.flatMap(({ check, rows }) => rows.map(({ kind }) => `${check}: ${kind}`))).toEqual([])
})

const MINUTE = 60_000
const sql = async (text: string, values: unknown[] = []) =>
  (await shop.deps.database.query(text, values)).rows

async function sell(email: string, flight?: Flight, seats = 2) {
  const token = await shop.guest(email)
  const order = await shop.order(token, seats, flight)
  await shop.pay(token, order, { stripe_source: 'pm_card_visa' })
  const paid = await shop.read(token, order)
  return { token, order: paid, flightId: paid.flights[0]?.flight_id ?? 0 }
}
const flightOf = async (id: number) => {
  const [row] = await sql('select * from flights where id = $1', [id])
  return row ?? {}
}
const timeOf = (value: unknown) => new Date(String(value)).getTime()

const GAP = 20

/** Two booked flights of one aircraft, with a gap of 20 minutes between them. */
async function sellTwo(name: string) {
  const one = await sell(`${name}.one@example.com`)
  const other = await sell(`${name}.two@example.com`)
  await sql(
    `with first as (select f.aircraft_id, f.ready_at + interval '20 minutes' as at, s.local_date
       from flights f join slots s on s.id = f.slot_id where f.id = $1),
     slot as (update slots set depart_at = at, arrive_at = arrive_at + (at - depart_at),
         local_date = first.local_date,
         departure_id = (select d.id from departures d where d.product_id = slots.product_id
           and not exists (select from slots known where known.departure_id = d.id
             and known.local_date = first.local_date) limit 1)
       from first where id = (select slot_id from flights where id = $2) returning 1)
     update flights set aircraft_id = first.aircraft_id, depart_at = at,
       ready_at = ready_at + (at - depart_at)
     from first where id = $2`,
    [one.flightId, other.flightId],
  )
  return { one, other }
}
const mailsAbout = ({ id }: Order) =>
  shop.count("select count(*) from mails where kind = 'flight_delayed' and order_id = $1", id)
const rowOf = async ({ id }: Order) => {
  const [row] = await shop.deps.database.db.select().from(orders).where(eq(orders.id, id))
  if (!row) throw new Error('no order')
  return row
}
const calendarOf = async ({ order }: { order: Order }) => {
  const written = await writeOrderCalendar(shop.deps, await rowOf(order))
  const lines = (written.ok ? written.calendar : '').split('\r\n')
  const read = (name: string) => lines.find((line) => line.startsWith(name))?.slice(name.length + 1)
  return {
    uid: read('UID'),
    sequence: Number(read('SEQUENCE')),
    start: lines.find((l) => l.startsWith('DTSTART;')),
  }
}

describe('the preview of a delay', () => {
  test('names what waits for the flight, by as much as it needs, and writes nothing', async () => {
    const { one, other } = await sellTwo('seen')
    const seen = await delayer.preview(one.flightId, GAP + 20)
    expect(seen.flights).toMatchObject([
      { flight_id: one.flightId, delay_mins_was: 0, delay_mins: GAP + 20, cause: 'pressed', parties: 1 },
      { flight_id: other.flightId, delay_mins: 20, cause: 'aircraft', people: 2 },
    ])
    expect(seen).toMatchObject({ parties: 2, people: 4, by_mail: 2, by_text: 0, to_call: 0 })
    await shop.deps.database.query(
      `update orders set email = 'walk-in-1@walk-in.invalid' where email like 'seen%'
        and id = (select max(id) from orders)`,
    )
    expect(await delayer.preview(one.flightId, GAP + 20)).toMatchObject({ by_mail: 1, to_call: 1 })
    const short = await delayer.preview(one.flightId, GAP)
    expect(short.flights.map(({ flight_id: id }) => id)).toEqual([one.flightId])
    expect(await shop.count('select count(*) from flight_delays')).toBe(0)
    expect((await flightOf(one.flightId))['delay_mins']).toBe(0)
  })

  test('is for staff, of flights that are still to leave, up to six hours', async () => {
    const { flightId } = await sell('guarded@example.com')
    const customer = await openAccount(shop.deps)
    const path = `/v1/flights/${String(flightId)}/delay_preview?minutes=15`
    expect((await shop.call('GET', path, { token: customer.token })).status).toBe(403)
    expect((await delayer.ask(flightId, 361)).status).toBe(422)
    expect((await delayer.ask(999_999, 15)).status).toBe(404)
    await sql("update flights set status = 'departed' where id = $1", [flightId])
    expect((await delayer.ask(flightId, 15)).status).toBe(409)
    await sql("update flights set status = 'scheduled' where id = $1", [flightId])
  })
})

describe('a pilot', () => {
  test('delays the own flight with all that waits for it, and finds no other flight', async () => {
    const { one, other } = await sellTwo('piloted')
    const pilot = await openStaffMember(shop.deps, 'pilot')
    const own = createDelayer({ shop, token: pilot.token })
    expect((await own.ask(one.flightId, GAP + 10)).status).toBe(404)
    await sql('update flights set pilot_id = $2 where id = $1', [one.flightId, pilot.userId])
    const seen = await own.readSeen(one.flightId, GAP + 10)
    expect(seen.map(({ flight_id: id }) => id)).toEqual([one.flightId, other.flightId])
    expect((await own.ask(other.flightId, 10)).status).toBe(404)
    const stranger = { minutes: 10, reason: 'weather', seen: [] }
    expect((await own.send(other.flightId, stranger)).status).toBe(404)
    const made = await own.send(one.flightId, { minutes: GAP + 10, reason: 'pilot', seen })
    expect(made).toMatchObject({ status: 201, body: { flight_delay: { flights: 2, parties: 2 } } })
    const lines = await sql(
      "select distinct user_id from audit_log where resource = 'flights' and resource_id = any($1)",
      [[one.flightId, other.flightId]],
    )
    expect(lines.map((line) => Number(line['user_id']))).toEqual([pilot.userId])
    // Whoever does not fly it any more does not delay it any more either.
    await sql('update flights set pilot_id = null where id = $1', [one.flightId])
    expect((await own.send(one.flightId, { minutes: 0, reason: 'pilot', seen: [] })).status).toBe(404)
    await delayer.delay(one.flightId, 0)
    await shop.runDueNow()
  })
})

describe('a delay', () => {
  test('gives all that wait another time in one press and tells each party once', async () => {
    const { one, other } = await sellTwo('told')
    const before = await calendarOf(one)
    const made = await delayer.delay(one.flightId, GAP + 30, { reason: 'weather', words: 'Fog at the pier.' })
    expect(made).toMatchObject({ status: 201, body: { flight_delay: { flights: 2, parties: 2 } } })
    const [first, second] = [await flightOf(one.flightId), await flightOf(other.flightId)]
    expect(first).toMatchObject({ delay_mins: GAP + 30, own_delay_mins: GAP + 30, delay_reason: 'weather' })
    expect(second).toMatchObject({ delay_mins: 30, own_delay_mins: 0, delay_reason: 'late_aircraft' })
    expect([first['status'], second['status']]).toEqual(['delayed', 'delayed'])
    expect(timeOf(second['depart_at'])).toBe(timeOf(first['ready_at']))
    await shop.runDueNow()
    expect([await mailsAbout(one.order), await mailsAbout(other.order)]).toEqual([1, 1])
    const order = await shop.read(one.token, one.order)
    const sold = one.order.flights[0]
    // What was sold stays; the expected time stands beside it.
    expect(order.flights[0]).toMatchObject({ depart_at: sold?.depart_at, local_time: sold?.local_time })
    expect(order.flights[0]?.delay).toMatchObject({
      minutes: GAP + 30,
      reason: 'weather',
      words: 'Fog at the pier.',
      depart_at: new Date(timeOf(sold?.depart_at) + (GAP + 30) * MINUTE).toISOString(),
    })
    const after = await calendarOf(one)
    expect(after.uid).toBe(before.uid)
    expect(after.sequence).toBeGreaterThan(before.sequence)
    expect(after.start).not.toBe(before.start)
  })

  test('goes on over midnight to the first flight of the next day, and no further than it must', async () => {
    const { one, other } = await sellTwo('night')
    const move = (flightId: number, days: number, clock: string) =>
      sql(
        `with late as (select s.id, s.product_id, (s.local_date + $2::int) as date,
           (s.local_date + $2::int + $3::time) at time zone 'America/New_York' as at
           from slots s join flights f on f.slot_id = s.id where f.id = $1),
         slot as (update slots set depart_at = late.at, arrive_at = late.at + interval '20 minutes',
           local_date = late.date,
           departure_id = (select d.id from departures d where d.product_id = late.product_id
             and not exists (select from slots known where known.departure_id = d.id
               and known.local_date = late.date) limit 1)
           from late where slots.id = late.id returning slots.id)
         update flights set depart_at = late.at, ready_at = late.at + interval '35 minutes' from late
         where flights.id = $1`,
        [flightId, days, clock],
      )
    await move(one.flightId, 0, '23:30')
    await move(other.flightId, 1, '00:15')
    const seen = await delayer.preview(one.flightId, 40)
    expect(seen.flights).toMatchObject([
      { flight_id: one.flightId, delay_mins: 40 },
      { flight_id: other.flightId, delay_mins: 30, cause: 'aircraft' },
    ])
    expect((await delayer.delay(one.flightId, 40)).status).toBe(201)
    await shop.runDueNow()
    expect([await mailsAbout(one.order), await mailsAbout(other.order)]).toEqual([1, 1])
    expect(await flightOf(other.flightId)).toMatchObject({ delay_mins: 30, status: 'delayed' })
    // The morning's own delay counts from what the evening leaves of the aircraft.
    const own = await delayer.preview(other.flightId, 10)
    expect(own.flights).toEqual([])
    await delayer.delay(one.flightId, 0)
    await shop.runDueNow()
    expect(await flightOf(other.flightId)).toMatchObject({ delay_mins: 0, status: 'scheduled' })
  })

  test('of the same size tells nobody again, a greater one does, and 0 takes it back', async () => {
    const { flightId, order, token } = await sell('again@example.com')
    await delayer.delay(flightId, 15)
    await shop.runDueNow()
    const same = await delayer.send(flightId, { minutes: 15, reason: 'late_aircraft', seen: [] })
    expect(same).toMatchObject({ status: 200, body: { flight_delay: { id: null, parties: 0 } } })
    await shop.runDueNow()
    expect(await mailsAbout(order)).toBe(1)
    await delayer.delay(flightId, 45)
    await shop.runDueNow()
    expect(await mailsAbout(order)).toBe(2)
    const back = await delayer.delay(flightId, 0)
    expect(back.status).toBe(201)
    await shop.runDueNow()
    expect(await mailsAbout(order)).toBe(3)
    expect(await flightOf(flightId)).toMatchObject({ delay_mins: 0, delay_reason: null, status: 'scheduled' })
    const read = await shop.read(token, order)
    expect(read.flights[0]?.delay).toBeUndefined()
    expect(read.history?.map(({ text }) => text).filter((text) => text?.includes('told you'))).toHaveLength(3)
  })

  test('is refused with both values when something changed since the preview', async () => {
    const { flightId } = await sell('raced@example.com')
    const seen = await delayer.readSeen(flightId, 30)
    await delayer.delay(flightId, 15)
    const late = await delayer.send(flightId, { minutes: 30, reason: 'weather', seen })
    expect(late).toMatchObject({
      status: 409,
      body: {
        code: 'changed_meanwhile',
        delay_preview: { flights: [{ flight_id: flightId, delay_mins_was: 15, delay_mins: 30 }] },
      },
    })
    expect((await flightOf(flightId))['delay_mins']).toBe(15)
    await shop.runDueNow()
  })

  test('of two colleagues at once is set once', async () => {
    const { flightId, order } = await sell('both@example.com')
    const seen = await delayer.readSeen(flightId, 30)
    const press = () => delayer.send(flightId, { minutes: 30, reason: 'weather', seen })
    const answers = await Promise.all([press(), press(), press()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 201])
    await shop.runDueNow()
    expect(await mailsAbout(order)).toBe(1)
  })

  test('needs words for another reason, and no time that is over', async () => {
    const { flightId, order } = await sell('words@example.com')
    const seen = await delayer.readSeen(flightId, 30)
    const mute = await delayer.send(flightId, { minutes: 30, reason: 'other', words: ' ', seen })
    expect(mute).toMatchObject({ status: 422, body: { words: ['Please say why in a few words'] } })
    const now = new Date(timeOf(order.flights[0]?.depart_at) + 20 * MINUTE)
    const planAt = (minutes: number) => readDelayPlan(shop.deps.database.db, { flightId, minutes, now })
    expect(await planAt(15)).toEqual({ ok: false, reason: 'delay_in_past' })
    expect(await planAt(30)).toMatchObject({ ok: true })
  })

  test('is not set back by a step of the status, which would tell nobody', async () => {
    const { flightId } = await sell('status@example.com')
    await delayer.delay(flightId, 15)
    await shop.runDueNow()
    const path = `/v1/flights/${String(flightId)}`
    const refused = await shop.call('PATCH', path, {
      token: staff.token,
      body: { flight: { status: 'scheduled' } },
    })
    expect(refused.status).toBe(409)
  })

  test('goes on telling where a job stopped, and tells nobody twice', async () => {
    const flight = await shop.nextFlight()
    const parties = [
      await sell('killed.one@example.com', flight),
      await sell('killed.two@example.com', flight),
    ]
    const flightId = parties[0]?.flightId ?? 0
    await delayer.delay(flightId, 20)
    const { db } = shop.deps.database
    // The second transaction of the job fails, as when its process is killed.
    let left = 1
    const dying = new Proxy(db, {
      get: (target, name, self) => {
        if (name !== 'transaction') return Reflect.get(target, name, self) as unknown
        if (left-- <= 0) return () => Promise.reject(new Error('killed'))
        return target.transaction.bind(target)
      },
    })
    await processDelays({ ...shop.deps, database: { ...shop.deps.database, db: dying } })
    const told = 'select count(*) from delay_notices where told_at is not null and flight_id = $1'
    expect(await shop.count(told, flightId)).toBe(1)
    expect(await shop.count('select count(*) from flight_delays where done_at is null')).toBe(1)
    await Promise.all([processDelays(shop.deps), processDelays(shop.deps)])
    expect(await shop.count(told, flightId)).toBe(2)
    expect(await shop.count('select count(*) from flight_delays where done_at is null')).toBe(0)
    for (const { order } of parties) expect(await mailsAbout(order)).toBe(1)
    await shop.runDueNow()
  })
})

describe('a guest of a delayed flight', () => {
  test('moves without the fee, also after check-in has begun, until the flight leaves', async () => {
    const { order, flightId } = await sell('moves@example.com')
    const sold = timeOf(order.flights[0]?.depart_at)
    const ask = async (now = shop.clock.now()) => {
      const found = await loadReschedulable(shop.deps.database.db, await rowOf(order), undefined, { now })
      return [found?.obstacle, found?.feeRule]
    }
    const late = new Date(sold + 30 * MINUTE)
    expect(await ask()).toEqual([undefined, 'once'])
    expect(await ask(late)).toEqual(['move_flight_over', 'once'])
    await delayer.delay(flightId, 60)
    expect(await ask()).toEqual([undefined, 'none'])
    expect(await ask(late)).toEqual([undefined, 'none'])
    await shop.runDueNow()
    expect(await ask(new Date(sold + 61 * MINUTE))).toEqual(['move_flight_over', 'none'])
    await delayer.delay(flightId, 0)
    await shop.runDueNow()
    expect(await ask()).toEqual([undefined, 'once'])
  })

  test('sees no fee in the quote of another flight, also when one was shown before', async () => {
    const { token, order, flightId } = await sell('quoted@example.com')
    const { departureId, departAt } = await shop.nextFlight()
    const reschedule = { departure_id: departureId, depart_at: departAt }
    const ask = async (more: Record<string, unknown> = {}) => {
      const path = `/v1/orders/${String(order.id)}/reschedule_quotes`
      const body = { reschedule: { ...reschedule, ...more } }
      return (await shop.call('POST', path, { token, body })).body as {
        reschedule_quote: { quote: string; reschedule_fee: number; message: string | null }
      }
    }
    const { reschedule_quote: before } = await ask()
    expect(before).toMatchObject({ message: null })
    expect(before.reschedule_fee).toBeGreaterThan(0)
    await delayer.delay(flightId, 20)
    expect(await ask({ quote: before.quote })).toMatchObject({ reschedule_quote: { reschedule_fee: 0 } })
    await shop.runDueNow()
  })
})
