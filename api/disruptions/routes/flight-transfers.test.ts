import { eq, type SQL, sql as sqlOf } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Order } from '#contract/order.ts'
import {
  type FlightTransfer,
  FlightTransferConflict,
  FlightTransferReply,
} from '#contract/flight-transfer.ts'
import { orders } from '#api/db/schema/orders.ts'
import { writeOrderCalendar } from '#api/orders/write-order-calendar.ts'
import { loadCancellation } from '#api/orders/load-cancellation.ts'
import { loadReschedulable } from '#api/reschedules/load-reschedule.ts'
import { runIntegrityChecks } from '#api/bookkeeping/integrity-checks/run-integrity-checks.ts'
import { openDataDamage } from '#tests/support/harmed-integrity.ts'
import { type Account, BALANCED_BOOKS, openAccount, readBookErrors } from '#tests/support/give-tenders.ts'
import { type Flight, openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'
import { type Answer } from '#tests/support/test-api.ts'
import { createMover, findFridayDepartures } from '#tests/support/transfer-guests.ts'

vi.setConfig({ hookTimeout: 120_000, testTimeout: 60_000 })

let shop: PayingShop
let staff: Account
let mover: ReturnType<typeof createMover>
beforeAll(async () => {
  shop = await openPayingShop()
  staff = await openStaffMember(shop.deps)
  mover = createMover({ shop, token: staff.token })
})
afterAll(() => shop.close())
/** After each test seats, tickets and books agree, and no aircraft and no pilot is in two places. */
afterEach(async () => {
  const checked = await runIntegrityChecks(shop.deps.database.db, shop.clock.now())
  expect(checked.flatMap(({ check, rows }) => rows.map(({ kind }) => `${check}: ${kind}`))).toEqual([])
  expect(await readBookErrors(shop.deps)).toEqual(BALANCED_BOOKS)
})

const sql = async (text: string, values: unknown[] = []) =>
  (await shop.deps.database.query(text, values)).rows

async function sell(email: string, flight: Flight, seats = 1) {
  const token = await shop.guest(email)
  const order = await shop.order(token, seats, flight)
  await shop.pay(token, order, { stripe_source: 'pm_card_visa' })
  const paid = await shop.read(token, order)
  return { token, order: paid, flightId: paid.flights[0]?.flight_id ?? 0 }
}
type Sold = Awaited<ReturnType<typeof sell>>

/** Two booked flights of one day: a couple on the first, one guest on the second. */
async function sellTwo(name: string) {
  const [first, second] = await findFridayDepartures(shop, 2)
  if (!first || !second) throw new Error('There are no two departures')
  const one = await sell(`${name}.one@example.com`, first, 2)
  const other = await sell(`${name}.two@example.com`, second)
  return { first, second, one, other }
}
const transferOf = ({ body }: Answer): FlightTransfer => FlightTransferReply.parse(body).flight_transfer
const reread = ({ token, order }: Sold) => shop.read(token, order)
const mailsAbout = ({ id }: Order) =>
  shop.count("select count(*) from mails where kind = 'flight_transferred' and order_id = $1", id)
const rowOf = async ({ id }: Order) => {
  const [row] = await shop.deps.database.db.select().from(orders).where(eq(orders.id, id))
  if (!row) throw new Error('no order')
  return row
}
const calendarOf = async (order: Order) => {
  const written = await writeOrderCalendar(shop.deps, await rowOf(order))
  const lines = (written.ok ? written.calendar : '').split('\r\n')
  const read = (name: string) => lines.find((line) => line.startsWith(name))?.slice(name.length + 1)
  return { uid: read('UID'), sequence: Number(read('SEQUENCE')) }
}
const reasonsOf = async (flightId: number, toFlightId: number) => {
  const { targets } = await mover.read(flightId)
  return targets.find(({ flight_id: id }) => id === toFlightId)?.reasons.map(({ kind }) => kind)
}

describe('the options of a flight', () => {
  test('name who is on it, where they fit and who is told, and write nothing', async () => {
    const { one, other } = await sellTwo('seen')
    const options = await mover.read(one.flightId)
    expect(options).toMatchObject({
      flight_id: one.flightId,
      obstacle: null,
      empties: true,
      held: null,
      moving: { people: 2, seats: 2, weight_lbs: 300, checked_in: 0 },
      parties: [{ order_id: one.order.id, seats: 2, obstacle: null }],
    })
    expect(options.targets).toMatchObject([
      { flight_id: other.flightId, seats_taken: 1, reasons: [], told: { parties: 1, by_mail: 1 } },
    ])
    // With somebody who stays, other aircraft at the same departure are targets as well.
    const [person] = one.order.passengers
    const some = await mover.read(one.flightId, `${String(one.order.id)}.${String(person?.id)}`)
    expect(some).toMatchObject({ empties: false, moving: { people: 1, seats: 1 } })
    const aircraft = some.targets.filter(({ flight_id: id }) => id === null)
    expect(aircraft.some(({ reasons }) => reasons.length === 0)).toBe(true)
    expect(aircraft.flatMap(({ reasons }) => reasons.map(({ kind }) => kind))).toContain('other_category')
    expect(aircraft.every(({ told }) => told.parties === 0)).toBe(true)
    expect(await shop.count('select count(*) from flight_transfers')).toBe(0)
  })

  test('are for staff, of flights that are still to leave', async () => {
    const { one, other } = await sellTwo('guarded')
    const customer = await openAccount(shop.deps)
    const path = `/v1/flights/${String(one.flightId)}`
    expect((await shop.call('GET', `${path}/transfer_options`, { token: customer.token })).status).toBe(403)
    const body = { flight_transfer: {} }
    expect((await shop.call('POST', `${path}/transfers`, { token: customer.token, body })).status).toBe(403)
    expect((await mover.ask(999_999)).status).toBe(404)
    expect((await mover.ask(one.flightId, 'everybody')).status).toBe(422)
    await sql("update flights set status = 'boarding' where id = $1", [one.flightId])
    expect(await mover.read(one.flightId)).toMatchObject({ obstacle: 'gone' })
    expect((await mover.merge(one.flightId, other.flightId)).status).toBe(409)
    expect(await reasonsOf(other.flightId, one.flightId)).toContain('gone')
    await sql("update flights set status = 'scheduled' where id = $1", [one.flightId])
  })
})

describe('merging two flights', () => {
  test('moves every party, frees aircraft and pilot, closes the departure and tells each once', async () => {
    const { first, one, other } = await sellTwo('merged')
    const pilot = await openStaffMember(shop.deps, 'pilot')
    await sql('update flights set pilot_id = $2 where id = $1', [one.flightId, pilot.userId])
    const before = await calendarOf(one.order)
    const options = await mover.read(one.flightId)
    const [target] = options.targets
    if (!target) throw new Error('There is no target')
    const pressed = mover.toPress(options, target)
    const done = await mover.send(one.flightId, pressed)
    expect(done.status).toBe(201)
    expect(transferOf(done)).toMatchObject({
      to_flight_id: other.flightId,
      parties: 1,
      people: 2,
      told: 1,
      closed: true,
    })

    const moved = await reread(one)
    expect(moved.flights.map(({ flight_id: id }) => id)).toEqual([other.flightId])
    expect(moved.total).toBe(one.order.total)
    const [left] = await sql('select seats_sold, seats_held, pilot_id from flights where id = $1', [
      one.flightId,
    ])
    expect(left).toEqual({ seats_sold: 0, seats_held: 0, pilot_id: null })
    const [flown] = await sql('select seats_sold, seats_held from flights where id = $1', [other.flightId])
    expect(flown).toEqual({ seats_sold: 3, seats_held: 0 })
    const after = await calendarOf(moved)
    expect(after.uid).toBe(before.uid)
    expect(after.sequence).toBeGreaterThan(before.sequence)

    // Nobody buys a seat of the departure that they left.
    await expect(shop.order(await shop.guest('late@example.com'), 1, first)).rejects.toThrow('no order')
    await shop.runDueNow()
    expect(await mailsAbout(one.order)).toBe(1)
    expect(await mailsAbout(other.order)).toBe(0)
    const [mail] = shop.mailer
      .to('merged.one@example.com')
      .filter(({ subject }) => subject.startsWith('Your flight leaves'))
    expect(mail?.text).toContain('without the rescheduling fee')
    expect(mail?.text).not.toContain('get back what you paid')

    const again = await mover.send(one.flightId, pressed)
    expect([again.status, transferOf(again).id]).toEqual([200, transferOf(done).id])
    await shop.runDueNow()
    expect(await mailsAbout(one.order)).toBe(1)
    expect(
      await shop.count('select count(*) from flight_transfers where from_flight_id = $1', one.flightId),
    ).toBe(1)
  })

  test('leaves the guests free to move, and gives the money back where the fare does', async () => {
    const { one, other } = await sellTwo('free')
    const { db } = shop.deps.database
    const feeRule = async () => {
      const found = await loadReschedulable(db, await rowOf(one.order), undefined, { now: shop.clock.now() })
      return found?.feeRule
    }
    const bps = async () => {
      const departAt = Date.parse((await reread(one)).flights[0]?.depart_at ?? '')
      const judged = await loadCancellation(db, await rowOf(one.order), new Date(departAt - 3_600_000))
      return judged.ok ? judged.refundBps : judged.reason
    }
    expect([await feeRule(), await bps()]).toEqual(['once', 'too_late_to_cancel'])
    expect((await mover.merge(one.flightId, other.flightId)).status).toBe(201)
    expect([await feeRule(), await bps()]).toEqual(['none', 'too_late_to_cancel'])
    await sql('update fares set refund_when_called_off = true')
    expect(await bps()).toBe(10_000)
    await sql('update fares set refund_when_called_off = false')
  })

  test('is refused for want of seats or pounds, and says so with the options as they are', async () => {
    const { second, one, other } = await sellTwo('full')
    await sell('full.three@example.com', second, 2)
    expect(await reasonsOf(one.flightId, other.flightId)).toEqual(['too_few_seats'])
    const full = await mover.merge(one.flightId, other.flightId)
    expect(full.status).toBe(409)
    const { transfer_options: options } = FlightTransferConflict.parse(full.body)
    expect(options.targets[0]?.reasons).toMatchObject([{ kind: 'too_few_seats', count: 1 }])
    expect((await reread(one)).flights[0]?.flight_id).toBe(one.flightId)

    const heavy = await sellTwo('heavy')
    await sql('update holds set weight_lbs = 601 where flight_id = $1', [heavy.other.flightId])
    expect(await reasonsOf(heavy.one.flightId, heavy.other.flightId)).toEqual(['too_heavy'])
    await sql('update holds set weight_lbs = 150 where flight_id = $1', [heavy.other.flightId])
    expect(
      await shop.count('select count(*) from flight_transfers where to_flight_id = $1', heavy.other.flightId),
    ).toBe(0)
  })

  test('waits for whoever is paying, and sees who came after the look', async () => {
    const { first, one, other } = await sellTwo('paying')
    const options = await mover.read(one.flightId)
    const [target] = options.targets
    if (!target) throw new Error('There is no target')
    const token = await shop.guest('paying.three@example.com')
    const placed = await shop.order(token, 1, first)
    expect(await mover.read(one.flightId)).toMatchObject({ held: { seats: 1 } })
    const held = await mover.merge(one.flightId, other.flightId)
    expect([held.status, (held.body as { code: string }).code]).toEqual([409, 'conflict'])
    await shop.pay(token, placed, { stripe_source: 'pm_card_visa' })
    // The press names one party, and now there are two.
    const late = await mover.send(one.flightId, mover.toPress(options, target))
    expect([late.status, (late.body as { code: string }).code]).toEqual([409, 'changed_meanwhile'])
    expect(await shop.count('select seats_sold from flights where id = $1', one.flightId)).toBe(3)
    expect((await mover.merge(one.flightId, other.flightId)).status).toBe(201)
    expect(await shop.count('select seats_sold from flights where id = $1', other.flightId)).toBe(4)
  })

  test('sees that the other flight leaves at another time by now', async () => {
    const { one, other } = await sellTwo('late')
    const options = await mover.read(one.flightId)
    const [target] = options.targets
    if (!target) throw new Error('There is no target')
    const depart_at = new Date(Date.parse(target.depart_at) - 60_000).toISOString()
    const sent = await mover.send(one.flightId, { ...mover.toPress(options, target), depart_at })
    expect([sent.status, (sent.body as { code: string }).code]).toEqual([409, 'changed_meanwhile'])
    expect(await shop.count('select seats_sold from flights where id = $1', other.flightId)).toBe(1)
  })
})

describe('the integrity check of transfers', () => {
  test('finds what holds, manifests and histories tell otherwise', async () => {
    const { one, other } = await sellTwo('checked')
    const done = transferOf(await mover.merge(one.flightId, other.flightId))
    const { foundAfter } = openDataDamage(() => shop)
    const found = async (...harm: SQL[]) =>
      (await foundAfter(harm)).filter((line) => line.includes('transfer_'))
    const order = `order ${String(one.order.id)}`
    const flight = `flight ${String(one.flightId)}`
    const ofTransfer = sqlOf`transfer_id = ${done.id}`
    expect(await found()).toEqual([])
    for (const [harm, line] of [
      [sqlOf`delete from flight_transfer_parties where ${ofTransfer}`, `transfer_of_nobody ${flight}`],
      [
        sqlOf`update slots set local_date = local_date + 1
          where id = (select slot_id from flights where id = ${one.flightId})`,
        `transfer_elsewhere ${flight}`,
      ],
      [
        sqlOf`update flight_transfer_parties
          set passenger_ids = ${JSON.stringify([other.order.passengers[0]?.id])}
          where ${ofTransfer}`,
        `transfer_of_others ${order}`,
      ],
      [
        sqlOf`delete from order_events where details ->> 'transfer' = ${String(done.id)}`,
        `transfer_not_in_history ${order}`,
      ],
      [
        sqlOf`update holds set state = 'sold', for_move = false
          where order_id = ${one.order.id} and flight_id = ${one.flightId}`,
        `transfer_left_seats ${order}`,
      ],
      [
        sqlOf`update passengers set flight_id = ${one.flightId}
          where id = (select min(id) from passengers where order_id = ${one.order.id})`,
        `transfer_left_names ${order}`,
      ],
      [
        sqlOf`delete from holds where order_id = ${one.order.id} and flight_id = ${other.flightId}`,
        `transfer_without_seats ${order}`,
      ],
    ] as const)
      expect(await found(harm)).toEqual([`paid_without_seat: ${line}`])
    // Whose newest seats are there again has moved back since, and that is nobody's mistake.
    const back = sqlOf`insert into holds (order_id, flight_id, seats, state, expires_at, created_at)
      values (${one.order.id}, ${one.flightId}, 2, 'sold', now(), now())`
    expect(await found(back)).toEqual([])
  })
})

describe('splitting a flight', () => {
  test('gives some parties another aircraft at the same time, and tells nobody', async () => {
    const [first] = await findFridayDepartures(shop, 1)
    const one = await sell('split.one@example.com', first as Flight, 2)
    const two = await sell('split.two@example.com', first as Flight, 2)
    const done = await mover.split(one.flightId, String(two.order.id))
    expect(done.status).toBe(201)
    const transfer = transferOf(done)
    expect(transfer).toMatchObject({ parties: 1, people: 2, told: 0, closed: false })
    const rows = await sql(
      `select f.id, f.aircraft_id, f.seats_sold, f.depart_at from flights f
       where f.slot_id = (select slot_id from flights where id = $1) order by f.id`,
      [one.flightId],
    )
    expect(rows.map((row) => row['seats_sold'])).toEqual([2, 2])
    expect(new Set(rows.map((row) => row['aircraft_id'])).size).toBe(2)
    expect((await reread(two)).flights.map(({ flight_id: id }) => id)).toEqual([transfer.to_flight_id])
    await shop.runDueNow()
    expect(await mailsAbout(two.order)).toBe(0)
    // The shop goes on selling the first aircraft, and no more of the second.
    const three = await sell('split.three@example.com', first as Flight, 2)
    expect(three.flightId).toBe(one.flightId)
    await expect(shop.order(await shop.guest('split.four@example.com'), 1, first)).rejects.toThrow('no order')
    // The second aircraft is merged back as another flight of the day would be.
    expect(await reasonsOf(transfer.to_flight_id, one.flightId)).toEqual(['too_few_seats'])
  })

  test('moves some guests of a party by name, and the others stay', async () => {
    const { one, other } = await sellTwo('parted')
    const [ada, ben] = one.order.passengers
    const options = await mover.read(one.flightId, `${String(one.order.id)}.${String(ben?.id)}`)
    const target = options.targets.find(({ flight_id: id }) => id === other.flightId)
    if (!target) throw new Error('There is no target')
    const done = await mover.send(one.flightId, mover.toPress(options, target))
    expect([done.status, transferOf(done)]).toMatchObject([201, { people: 1, told: 1, closed: false }])
    const people = await sql('select id, flight_id from passengers where order_id = $1', [one.order.id])
    const flightOf = (id: number | undefined) => people.find((row) => row['id'] === id)?.['flight_id']
    expect([flightOf(ada?.id), flightOf(ben?.id)]).toEqual([one.flightId, other.flightId])
    await shop.runDueNow()
    const [mail] = shop.mailer
      .to('parted.one@example.com')
      .filter(({ subject }) => subject.startsWith('Your flight leaves'))
    expect(mail?.text).toContain(`moved ${ben?.full_name ?? ''} to`)
    const again = await mover.send(one.flightId, mover.toPress(options, target))
    expect(again.status).toBe(200)
  })

  test('leaves a party that bought the whole aircraft where it is', async () => {
    const [first, second] = await findFridayDepartures(shop, 2)
    const token = await shop.guest('whole@example.com')
    const place = { departure_id: first?.departureId, depart_at: first?.departAt }
    const answer = await shop.call('POST', '/v1/orders', {
      token,
      body: {
        order: {
          brand_id: 1,
          order_item_flights_attributes: [{ ...place, quantity: 2 }],
          passengers_attributes: [
            { full_name: 'Ada Lind', weight: 150 },
            { full_name: 'Ben Lind', weight: 150 },
          ],
          terms_and_conditions: true,
        },
      },
    })
    expect(answer.status).toBe(201)
    const placed = (answer.body as { order: Order }).order
    await shop.pay(token, placed, { stripe_source: 'pm_card_visa' })
    const other = await sell('beside@example.com', second as Flight)
    const flightId = (await shop.read(token, placed)).flights[0]?.flight_id ?? 0
    const options = await mover.read(flightId)
    expect(options).toMatchObject({
      empties: false,
      parties: [{ obstacle: 'whole_flight' }],
      moving: { seats: 0 },
    })
    expect(await reasonsOf(other.flightId, flightId)).toContain('too_few_seats')
  })
})
