import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Order } from '#contract/order.ts'
import { sendMails } from '#api/mails/send-mails.ts'
import { flightDay } from '#api/store/mails/flight-time.ts'
import {
  requestReschedule,
  quoteReschedule,
  readRescheduled,
  countSeats,
  VISA_PAYMENT,
} from '#tests/support/reschedule-flight.ts'
import { type ReschedulingShop, openReschedulingShop, placeOf } from '#tests/support/reschedule-shop.ts'
import { type Flight } from '#tests/support/paying-shop.ts'
import { requestRefund, readRefund, sellOrder } from '#tests/support/sold-order.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

let shop: ReschedulingShop
beforeAll(async () => {
  shop = await openReschedulingShop()
})
beforeEach(async () => {
  await shop.sandbox.control.webhooks.release(() => [])
  shop.sandbox.control.webhooks.hold()
})
afterAll(() => shop.close())
afterEach(() => shop.expectConsistent())

describe('a reschedule of a part of a party', () => {
  test('it splits the item by passenger, and refunds its costs with the seats except the fee', async () => {
    const one = await sellOrder(shop, { seats: 3, photos: true })
    const from = placeOf(one.order)
    const to = await shop.nextWeek().sellExpensiveFlight()
    const [first, , third] = one.order.passengers
    const who = { quantity: 2, passenger_ids: [first?.id, third?.id] }
    expect(await quoteReschedule(shop, one, to, who)).toMatchObject({
      reschedule_price_difference: 40,
      total: 90,
    })
    readRescheduled(
      await requestReschedule(shop, one, to, { fee: 50, difference: 40, ...who, ...VISA_PAYMENT }),
    )
    const order = await shop.rereadOrder(one)
    // The flight that stays leaves first, and the mail is about the other one.
    await sendMails(shop.deps)
    const mail = shop.mailer.to(order.email ?? '').at(-1)
    const [stays, moved] = order.flights.map((flight) => flightDay(flight))
    expect(mail?.subject).toContain('Your flight was moved')
    expect(mail?.subject).toContain(moved)
    expect(mail?.subject).not.toContain(stays)
    expect(order.flights.map(({ passenger_ids: ids }) => ids)).toEqual([
      [one.order.passengers[1]?.id],
      [first?.id, third?.id],
    ])
    expect(order.order_items.filter(({ kind }) => kind === 'seat').map(({ quantity }) => quantity)).toEqual([
      1, 2,
    ])
    expect(await countSeats(shop, from)).toEqual({ sold: 1, held: 0 })
    expect(await countSeats(shop, to)).toEqual({ sold: 2, held: 0 })
    expect(new Set(order.flights.map(({ calendar }) => calendar?.key)).size).toBe(2)
    // The passenger who stayed follows; without a name it could be either of two.
    expect((await quoteReschedule(shop, one, to)).message).toBe(
      'Please say which flight of this order you want to move.',
    )
    const left = { flight_id: order.flights[0]?.flight_id }
    readRescheduled(
      await requestReschedule(shop, one, to, { fee: 50, difference: 20, ...left, ...VISA_PAYMENT }),
    )
    expect(await countSeats(shop, to)).toEqual({ sold: 3, held: 0 })
    const whole = await shop.rereadOrder(one)
    const cancel = `/v1/orders/${String(order.id)}/cancellation`
    const shown = await shop.call('GET', cancel, { token: one.buyer.token })
    const { amount } = (shown.body as { cancellation: { amount: number } }).cancellation
    expect(amount).toBeCloseTo(whole.amount_paid - 100, 2)
    const done = await shop.call('POST', cancel, {
      token: one.buyer.token,
      body: { cancellation: { amount } },
    })
    expect(done.status).toBe(201)
    expect((await shop.rereadOrder(one)).status).toBe('cancelled')
    expect(await countSeats(shop, to)).toEqual({ sold: 0, held: 0 })
  })

  test.each([
    ['more than there are', { quantity: 3 }, 'quantity'],
    ['somebody of another order', { quantity: 1, passenger_ids: [999_999] }, 'passenger_ids'],
    [
      'fewer names than seats',
      (order: Order) => ({ quantity: 1, passenger_ids: order.passengers.map(({ id }) => id) }),
      'passenger_ids',
    ],
  ])('a request with %s is refused', async (_, more, field) => {
    const one = await sellOrder(shop, { seats: 2 })
    const input = typeof more === 'function' ? more(one.order) : more
    const answer = await requestReschedule(shop, one, await shop.nextWeek().sellExpensiveFlight(), {
      fee: 50,
      difference: 0,
      ...input,
      ...VISA_PAYMENT,
    })
    expect([answer.status, Object.keys(answer.body as object)]).toEqual([422, [field]])
  })

  test('a refund line by line returns the difference with the last seats', async () => {
    const staff = await openStaffMember(shop.deps, 'admin')
    const one = await sellOrder(shop, { seats: 2 })
    const to = await shop.nextWeek().sellExpensiveFlight()
    readRescheduled(
      await requestReschedule(shop, one, to, { fee: 50, difference: 20, quantity: 1, ...VISA_PAYMENT }),
    )
    const [flight] = (await shop.rereadOrder(one)).flights
    const back = async (more: object = {}) => {
      const input = { lines: [{ position: 0, quantity: 1 }], ...more }
      return readRefund(await requestRefund(shop, staff.token, one.order.id, input)).amount
    }
    const first = await back({ flight_id: flight?.flight_id })
    expect((await back()) - first).toBeCloseTo(20, 1)
  })

  test('a repeated call without names or a key reschedules only once', async () => {
    const one = await sellOrder(shop, { seats: 2 })
    const from = placeOf(one.order)
    const to = await shop.nextWeek().cheap()
    const ask = { fee: 50, difference: 0, quantity: 1, ...VISA_PAYMENT }
    const first = readRescheduled(await requestReschedule(shop, one, to, ask))
    shop.clock.advance(1 / 60)
    // It uses the fields of section 7 only, as a client does when it repeats a call without an
    // answer.
    const second = readRescheduled(await requestReschedule(shop, one, to, ask))
    expect(second.order_change.id).toBe(first.order_change.id)
    expect([await countSeats(shop, from), await countSeats(shop, to)]).toEqual([
      { sold: 1, held: 0 },
      { sold: 1, held: 0 },
    ])
    // A call for the other passenger says so: by name, with a key of its own, or after the shown
    // price expired.
    const key = { 'Idempotency-Key': 'the-other-one' }
    const flight_id = (await shop.rereadOrder(one)).flights[0]?.flight_id
    readRescheduled(await requestReschedule(shop, one, to, { ...ask, flight_id }, key))
    expect(await countSeats(shop, to)).toEqual({ sold: 2, held: 0 })
  })
})

test('a whole flight is rescheduled with everybody on it', async () => {
  const who = await sellOrder(shop, { seats: 1 })
  const week = shop.nextWeek()
  const from = await week.cheap()
  const to = await week.sellExpensiveFlight()
  const placed = await shop.order(who.buyer.token, 1, from, {
    order_item_seats_attributes: [],
    order_item_flights_attributes: [
      { departure_id: from.departureId, depart_at: from.departAt, quantity: 4 },
    ],
    passengers_attributes: [],
  })
  await shop.pay(who.buyer.token, placed, VISA_PAYMENT)
  const one = { buyer: who.buyer, order: await shop.read(who.buyer.token, placed) }
  expect(await quoteReschedule(shop, one, to)).toMatchObject({ party: 4, reschedule_price_difference: 100 })
  readRescheduled(await requestReschedule(shop, one, to, { fee: 50, difference: 100, ...VISA_PAYMENT }))
  expect(await countSeats(shop, from)).toEqual({ sold: 0, held: 0 })
  expect((await countSeats(shop, to)).sold).toBeGreaterThanOrEqual(4)
})

describe('a party on two aircraft', () => {
  /** Five people need both aircraft. */
  async function bookTwo(more = 'N49') {
    const { buyer, order } = await sellOrder(shop, { seats: 1 })
    const [flight] = order.flights
    await shop.deps.database.query(
      `insert into aircraft (registration, aircraft_type_id, terminal_id)
        select $2 || a.id, a.aircraft_type_id, a.terminal_id from aircraft a join flights f
          on f.aircraft_id = a.id
        where f.id = $1 on conflict do nothing`,
      [flight?.flight_id, more],
    )
    const week = shop.nextWeek()
    const [from, to] = [await week.cheap(), await week.sellExpensiveFlight()]
    const placed = await shop.order(buyer.token, 1, from, {
      order_item_seats_attributes: [],
      order_item_flights_attributes: [
        { departure_id: from.departureId, depart_at: from.departAt, quantity: 5 },
      ],
      passengers_attributes: [],
    })
    await shop.pay(buyer.token, placed, VISA_PAYMENT)
    return { one: { buyer, order: await shop.read(buyer.token, placed) }, from, to }
  }
  const flightsOf = (departure: Flight) =>
    shop.count(
      'select count(*) from flights f join slots s on s.id = f.slot_id where f.seats_sold > 0 ' +
        'and s.departure_id = $1 and s.depart_at = $2',
      departure.departureId,
      departure.departAt,
    )

  test('it is rescheduled together, with one fee and the difference of each aircraft', async () => {
    const { one, from, to } = await bookTwo()
    expect(await flightsOf(from)).toBe(2)
    expect(await quoteReschedule(shop, one, to)).toMatchObject({
      party: 5,
      reschedule_fee: 50,
      reschedule_price_difference: 200,
    })
    readRescheduled(await requestReschedule(shop, one, to, { fee: 50, difference: 200, ...VISA_PAYMENT }))
    expect([await flightsOf(from), await flightsOf(to)]).toEqual([0, 2])
    const moved = await shop.rereadOrder(one)
    expect(new Set(moved.flights.map(({ depart_at: at }) => at))).toEqual(
      new Set([new Date(to.departAt).toISOString()]),
    )
    expect(moved.order_items.map(({ id }) => id)).toEqual(one.order.order_items.map(({ id }) => id))
    expect(new Set(moved.flights.map(({ flight_id: id }) => id)).size).toBe(2)
  })

  test('it stays when the new departure has room for one aircraft only', async () => {
    const { one, from, to } = await bookTwo()
    const other = await shop.order(one.buyer.token, 1, to)
    await shop.pay(one.buyer.token, other, VISA_PAYMENT)
    const { message } = await quoteReschedule(shop, one, to)
    const answer = await requestReschedule(shop, one, to, { fee: 50, difference: 200, ...VISA_PAYMENT })
    expect([answer.status, (answer.body as { error: string }).error]).toEqual([
      409,
      expect.stringMatching(/seats have just been taken|not enough room/),
    ])
    expect(message).toBeNull()
    expect([await flightsOf(from), await flightsOf(to)]).toEqual([2, 1])
    expect((await shop.rereadOrder(one)).changes).toEqual([])
  })
})
