import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Database } from '#api/db/client.ts'
import { processDepartureCancellations } from '#api/disruptions/work-departure-cancellations.ts'
import { sweepPayments } from '#api/payments/sweep-payments.ts'
import { BALANCED_BOOKS, readBookErrors } from '../support/give-tenders.ts'
import {
  flightAt,
  requestReschedule,
  readRescheduled,
  countSeats,
  VISA_PAYMENT,
} from '../support/reschedule-flight.ts'
import { departuresOf, elsewhere, moveByStaff } from '../support/move-elsewhere.ts'
import { type Flight, type PayingShop, RETURN_URL } from '../support/paying-shop.ts'
import { placeOf } from '../support/reschedule-shop.ts'
import { openRacingShop } from '../support/racing-shop.ts'
import { sellOrder, type Sold } from '../support/sold-order.ts'
import { openStaffMember } from '../support/staff-member.ts'

let shop: PayingShop
let database: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ shop, database, close } = await openRacingShop())
})
afterAll(() => close())
afterEach(async () => {
  expect(await readBookErrors(shop.deps)).toEqual(BALANCED_BOOKS)
  const { rows } = await database.query(
    `select f.id from flights f left join holds h on h.flight_id = f.id and h.state <> 'released'
      group by f.id having f.seats_sold <> coalesce(sum(h.seats) filter (where h.state = 'sold'), 0)
        or f.seats_held <> coalesce(sum(h.seats) filter (where h.state = 'held'), 0)`,
  )
  expect(rows).toEqual([])
})

let week = 4
/** A Thursday morning costs 209 dollars, so rescheduling to it costs only the fee. */
function cheapFlight(): Promise<Flight> {
  week += 1
  const day = new Date(Date.UTC(2027, 4, 13) + week * 7 * 86_400_000).toISOString().slice(0, 10)
  return flightAt(shop, day, '11:00')
}
const go = (one: Sold, to: Flight) =>
  requestReschedule(shop, one, to, { fee: 50, difference: 0, ...VISA_PAYMENT })
const settle = async () => {
  await shop.deliverEvents(2)
  await sweepPayments(shop.deps)
}
/** Sums the charges at the provider less its refunds, in cents. */
async function keptAtProvider(orderId: number): Promise<number> {
  const { rows } = await database.query(
    `select coalesce(sum((data->>'amount')::int - (data->>'amount_refunded')::int), 0) as kept
      from sandbox.objects
      where type = 'charge' and data->>'status' = 'succeeded' and data->'metadata'->>'order_id' = $1`,
    [String(orderId)],
  )
  return Number(rows[0]?.['kept'])
}

test('when two parties reschedule into the last seats, one does and the other pays nothing', async () => {
  for (let round = 0; round < 4; round++) {
    const to = await cheapFlight()
    const parties = [await sellOrder(shop, { seats: 3 }), await sellOrder(shop, { seats: 3 })]
    const answers = await Promise.all(parties.map((one) => go(one, to)))
    await settle()
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await countSeats(shop, to)).toEqual({ sold: 3, held: 0 })
    for (const [at, { order }] of parties.entries()) {
      const paid = Math.round(order.total * 100) + (answers[at]?.status === 200 ? 5_000 : 0)
      expect(await keptAtProvider(order.id)).toBe(paid)
    }
  }
})

test('of two parties that staff move into the last seats of another product one gets them', async () => {
  const clerks = [await openStaffMember(shop.deps), await openStaffMember(shop.deps)]
  for (let round = 0; round < 4; round++) {
    const day = new Date(Date.UTC(2027, 6, 2) + round * 86_400_000).toISOString().slice(0, 10)
    const [to] = await departuresOf(shop, clerks[0]?.token ?? '', 7, day)
    if (!to) throw new Error('It does not fly')
    const room = await shop.count(
      `select min(t.max_passengers) from departures d join products p on p.id = d.product_id
        join aircraft_types t on t.id = p.aircraft_type_id where d.id = $1`,
      to.departureId,
    )
    const guest = await shop.guest(`filler${String(round)}@example.com`)
    const filler = await shop.order(guest, room - 2, to)
    await shop.pay(guest, filler, VISA_PAYMENT)
    const parties = [await sellOrder(shop, { seats: 2 }), await sellOrder(shop, { seats: 2 })]
    const answers = await Promise.all(
      parties.map((one, at) => moveByStaff(shop, clerks[at]?.token ?? '', one.order, elsewhere(7, to))),
    )
    await settle()
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(await countSeats(shop, to)).toEqual({ sold: room, held: 0 })
    const reader = `select count(*) from payments where order_id in ($1, $2) and method = 'reader'`
    expect(await shop.count(reader, parties[0]?.order.id, parties[1]?.order.id)).toBe(1)
  }
})

test('a reschedule into a departure and a purchase of the whole aircraft never both succeed', async () => {
  for (let round = 0; round < 4; round++) {
    const to = await cheapFlight()
    const one = await sellOrder(shop, { seats: 1 })
    const whole = {
      order: {
        brand_id: 1,
        terms_and_conditions: true,
        order_item_flights_attributes: [
          { departure_id: to.departureId, depart_at: to.departAt, quantity: 4 },
        ],
      },
    }
    const guest = await shop.guest(`whole${String(round)}@example.com`)
    const buy = () => shop.call('POST', '/v1/orders', { token: guest, body: whole })
    const answers = await Promise.all(round % 2 === 0 ? [go(one, to), buy()] : [buy(), go(one, to)])
    await settle()
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(1)
    const { sold, held } = await countSeats(shop, to)
    expect([sold, held].filter((seats) => seats > 0)).toHaveLength(1)
  }
})

test('two orders that swap places at once wait for each other and both reschedule', async () => {
  for (let round = 0; round < 4; round++) {
    const [first, second] = [await cheapFlight(), await cheapFlight()]
    const [a, b] = [await sellOrder(shop, { seats: 1 }), await sellOrder(shop, { seats: 1 })]
    await Promise.all([go(a, first), go(b, second)])
    const answers = await Promise.all([go(a, second), go(b, first)])
    await settle()
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect([await countSeats(shop, first), await countSeats(shop, second)]).toEqual([
      { sold: 1, held: 0 },
      { sold: 1, held: 0 },
    ])
  }
})

test('of a reschedule and a cancellation at once one wins without a leftover seat or cent', async () => {
  for (let round = 0; round < 6; round++) {
    const to = await cheapFlight()
    const one = await sellOrder(shop, { seats: 2 })
    const cancel = () =>
      shop.call('POST', `/v1/orders/${String(one.order.id)}/cancellation`, {
        token: one.buyer.token,
        body: { cancellation: { amount: one.order.total } },
      })
    await Promise.all(round % 2 === 0 ? [go(one, to), cancel()] : [cancel(), go(one, to)])
    await settle()
    const after = await shop.read(one.buyer.token, one.order)
    const { sold, held } = await countSeats(shop, to)
    expect(held).toBe(0)
    const standing = after.status === 'completed'
    if (standing)
      expect([sold, await keptAtProvider(one.order.id)]).toEqual([2, Math.round(after.total * 100)])
    else expect([sold, [0, 5_000].includes(await keptAtProvider(one.order.id))]).toEqual([0, true])
  }
})

/**
 * Pays the page of a reschedule at the provider; the returned call reads the order, which posts the
 * payment.
 */
async function payForMove(one: Sold, to: Flight): Promise<() => Promise<unknown>> {
  const page = { fee: 50, difference: 0, hosted: true, return_url: RETURN_URL }
  const [payment] = readRescheduled(await requestReschedule(shop, one, to, page)).payments
  if (!payment) throw new Error('no page')
  await shop.payPage(payment)
  return () => shop.read(one.buyer.token, one.order)
}

test('a reschedule and a departure cancellation at once lose no cent and no rebooking offer', async () => {
  const { token } = await openStaffMember(shop.deps)
  for (let round = 0; round < 8; round++) {
    const to = await cheapFlight()
    const one = await sellOrder(shop, { seats: 2 })
    const off = round % 2 === 0 ? to : placeOf(one.order)
    const call_off = { departure_id: off.departureId, depart_at: off.departAt, reason: 'weather' }
    const callOff = async () => {
      await shop.call('POST', '/v1/call_offs', { token, body: { call_off } })
      await processDepartureCancellations(shop.deps)
    }
    const moving = round < 4 ? () => go(one, to) : await payForMove(one, to)
    await Promise.all(round % 4 < 2 ? [moving(), callOff()] : [callOff(), moving()])
    await settle()
    await shop.runDueNow()
    const after = await shop.read(one.buyer.token, one.order)
    const [flight] = after.flights
    const moved = flight?.depart_at === new Date(to.departAt).toISOString()
    expect(await keptAtProvider(one.order.id)).toBe(Math.round((one.order.total + (moved ? 50 : 0)) * 100))
    const claim = await shop.call('GET', `/v1/orders/${String(one.order.id)}/reschedule_claim`, {
      token: one.buyer.token,
    })
    // An order on the cancelled departure has a rebooking offer; any other order has none.
    expect([flight?.status === 'called_off', moved === (off === to)]).toEqual([
      claim.status === 200,
      claim.status === 200,
    ])
    expect((await countSeats(shop, to)).held).toBe(0)
  }
})
