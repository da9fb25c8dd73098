import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Order } from '#contract/order.ts'
import { BALANCED_BOOKS, readBookErrors, giveCredit, logInAgain } from '#tests/support/give-tenders.ts'
import {
  flightAt,
  requestReschedule,
  quoteReschedule,
  readRescheduled,
  countSeats,
  VISA_PAYMENT,
} from '#tests/support/reschedule-flight.ts'
import { type Flight, openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { requestRefund, readRefund, sellOrder, type Sold } from '#tests/support/sold-order.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

let shop: PayingShop
beforeAll(async () => {
  shop = await openPayingShop()
})
beforeEach(async () => {
  await shop.sandbox.control.webhooks.release(() => [])
  shop.sandbox.control.webhooks.hold()
})
afterAll(() => shop.close())
afterEach(async () => {
  expect(await readBookErrors(shop.deps)).toEqual(BALANCED_BOOKS)
})

let week = 10
const nextWeek = () => {
  week += 1
  const day = (offset: number) =>
    new Date(Date.UTC(2027, 4, 14 + offset) + week * 7 * 86_400_000).toISOString().slice(0, 10)
  /**
   * Friday at 21:30 costs 249, Thursday at 11:00 costs 209; the sold departure is Friday at 11:00
   * for 229.
   */
  return {
    dear: () => flightAt(shop, day(0), '21:30'),
    same: () => flightAt(shop, day(0), '11:00'),
    cheap: () => flightAt(shop, day(-1), '11:00'),
  }
}
const placeOf = ({ flights }: Order): Flight => ({
  departureId: flights[0]?.departure_id ?? 0,
  departAt: flights[0]?.depart_at ?? '',
})
const read = ({ buyer, order }: Sold): Promise<Order> => {
  shop.clock.advance(1 / 60)
  return shop.read(buyer.token, order)
}
const differenceTo = async (one: Sold, to: Flight) =>
  (await quoteReschedule(shop, one, to)).reschedule_price_difference
const weigh = (id: number | undefined, weightLbs: number) =>
  shop.deps.database.query('update passengers set weight_lbs = $2 where id = $1', [id, weightLbs])

describe('passengers who stay keep their seats', () => {
  test('a passenger who needs two seats by a weight entered after payment must call', async () => {
    const one = await sellOrder(shop, { seats: 2 })
    const from = placeOf(one.order)
    const [first, second] = one.order.passengers
    await weigh(first?.id, 340)
    const to = await nextWeek().cheap()
    const heavy = { quantity: 1, passenger_ids: [first?.id] }
    const sentence =
      'Somebody who moves needs a second seat, and none was booked. Please call us: we find ' +
      'the seats together.'
    expect((await quoteReschedule(shop, one, to, heavy)).message).toBe(sentence)
    const answer = await requestReschedule(shop, one, to, {
      fee: 50,
      difference: 0,
      ...heavy,
      ...VISA_PAYMENT,
    })
    expect([answer.status, answer.body]).toEqual([409, { code: 'conflict', error: sentence }])
    expect(await countSeats(shop, from)).toEqual({ sold: 2, held: 0 })
    const light = { quantity: 1, passenger_ids: [second?.id] }
    readRescheduled(
      await requestReschedule(shop, one, to, { fee: 50, difference: 0, ...light, ...VISA_PAYMENT }),
    )
    expect([await countSeats(shop, from), await countSeats(shop, to)]).toEqual([
      { sold: 1, held: 0 },
      { sold: 1, held: 0 },
    ])
  })
})

describe('a refund of a seat when the party is split', () => {
  test('it names the flight and releases the seat there', async () => {
    const staff = await openStaffMember(shop.deps, 'admin')
    const one = await sellOrder(shop, { seats: 3 })
    const from = placeOf(one.order)
    const to = await nextWeek().dear()
    const two = one.order.passengers.slice(0, 2).map(({ id }) => id)
    readRescheduled(
      await requestReschedule(shop, one, to, {
        fee: 50,
        difference: 40,
        quantity: 2,
        passenger_ids: two,
        ...VISA_PAYMENT,
      }),
    )
    const order = await read(one)
    const [here, there] = order.flights.map(({ flight_id: id }) => id)
    const back = (more: object, quantity = 1) =>
      requestRefund(shop, staff.token, order.id, { lines: [{ position: 0, quantity }], ...more })
    const refusedWith = async (more: object, quantity?: number) => {
      const { status, body } = await back(more, quantity)
      return [status, body]
    }
    expect(await refusedWith({ passenger_ids: [] })).toEqual([
      422,
      { flight_id: ['This party flies apart. Please say on which flight the seats come back.'] },
    ])
    expect(await refusedWith({ flight_id: 999_999 })).toEqual([
      422,
      { flight_id: ['Please choose a flight of this order'] },
    ])
    expect(await refusedWith({ flight_id: here }, 2)).toEqual([
      422,
      { lines: ['This flight has 1 seat of the order'] },
    ])
    readRefund(await back({ flight_id: here }))
    expect([await countSeats(shop, from), await countSeats(shop, to)]).toEqual([
      { sold: 0, held: 0 },
      { sold: 2, held: 0 },
    ])
    // The rest is on one flight, so nobody must name it.
    readRefund(await back({}))
    expect(await countSeats(shop, to)).toEqual({ sold: 1, held: 0 })
    expect(there).not.toBe(here)
  })

  test('it returns to the tenders of that flight: a gift card for one, money for the other', async () => {
    const staff = await openStaffMember(shop.deps, 'admin')
    for (const first of ['gift', 'money'] as const) {
      const one = await sellOrder(shop, { seats: 2, gifts: [{ waived: true }] })
      const to = await nextWeek().same()
      const [who] = one.order.passengers
      readRescheduled(
        await requestReschedule(shop, one, to, {
          fee: 50,
          difference: 0,
          quantity: 1,
          passenger_ids: [who?.id],
          ...VISA_PAYMENT,
        }),
      )
      const { order_items: items } = await read(one)
      const { rows } = await shop.deps.database.query(
        'select flight_id from order_item_seats where order_id = $1 and cardinality(gift_card_ids) = 1',
        [one.order.id],
      )
      const flown = items.map(({ flight_id: id }) => id)
      const withGift = Number(rows[0]?.['flight_id'])
      const other = flown.find((id) => id !== withGift)
      const back = async (flight_id: number | null | undefined) =>
        readRefund(
          await requestRefund(shop, staff.token, one.order.id, {
            lines: [{ position: 0, quantity: 1 }],
            flight_id,
          }),
        )
      const gift = { amount: 0, to: ['gift_card 229'] }
      const money = { amount: 252, to: ['card 50', 'card 202'] }
      expect(await back(first === 'gift' ? withGift : other)).toMatchObject(first === 'gift' ? gift : money)
      expect(await back(first === 'gift' ? other : withGift)).toMatchObject(first === 'gift' ? money : gift)
    }
  })
})

test('credit spent elsewhere does not raise the charge of a card above the shown amount', async () => {
  const one = await sellOrder(shop, { seats: 2 })
  await giveCredit(shop.deps, one.buyer.userId, 40)
  const to = await nextWeek().same()
  const useCredit = { apply_user_credit: true }
  const shown = await quoteReschedule(shop, one, to, useCredit)
  expect(shown).toMatchObject({ credits: 40, amount_due: 10 })
  const spend = (cents: number) =>
    shop.deps.database.query(
      'update credit_balances set balance_cents = balance_cents - $2 where user_id = $1',
      [one.buyer.userId, cents],
    )
  await spend(3_000)
  const ask = { fee: 50, difference: 0, ...useCredit, ...VISA_PAYMENT }
  const answer = await requestReschedule(shop, one, to, { ...ask, quote: shown.quote })
  expect(answer.status).toBe(409)
  expect(answer.body).toMatchObject({
    code: 'price_changed',
    reschedule_quote: { credits: 10, amount_due: 40 },
  })
  expect((await read(one)).changes).toEqual([])
  // The price shown now may be accepted.
  const { quote } = (answer.body as { reschedule_quote: { quote: string } }).reschedule_quote
  const moved = readRescheduled(await requestReschedule(shop, one, to, { ...ask, quote }))
  expect(moved.order_change).toMatchObject({ status: 'completed', credits: 10 })
  await spend(-3_000)
})

describe('the fare difference', () => {
  test('it is what each seat has not paid yet, also after the party is together again', async () => {
    const one = await sellOrder(shop, { seats: 2 })
    const [first] = one.order.passengers
    const [dear, home, again] = [await nextWeek().dear(), await nextWeek().cheap(), await nextWeek().dear()]
    expect(await differenceTo(one, again)).toBe(40)
    readRescheduled(
      await requestReschedule(shop, one, dear, {
        fee: 50,
        difference: 20,
        quantity: 1,
        passenger_ids: [first?.id],
        ...VISA_PAYMENT,
      }),
    )
    for (const { flight_id } of (await read(one)).flights) {
      readRescheduled(
        await requestReschedule(shop, one, home, { fee: 50, difference: 0, flight_id, ...VISA_PAYMENT }),
      )
    }
    expect(await differenceTo(one, again)).toBe(20)
    // A cheaper date in between does not erase the first price paid.
    expect(await differenceTo(one, await nextWeek().same())).toBe(0)
    readRescheduled(await requestReschedule(shop, one, again, { fee: 50, difference: 20, ...VISA_PAYMENT }))
    expect(await differenceTo(one, await nextWeek().dear())).toBe(0)
  })

  test('a gift card’s seat pays the difference once, when it is rescheduled beyond its fares', async () => {
    const one = await sellOrder(shop, { seats: 2, gifts: [{}] })
    const goodFor = (fares: string) =>
      shop.deps.database.query(
        'update gift_cards set good_for_fare_id = 62, good_for_fare_ids = $2 where order_id = $1',
        [one.order.id, fares],
      )
    await goodFor('{61,63}')
    readRescheduled(
      await requestReschedule(shop, one, await nextWeek().dear(), {
        fee: 50,
        difference: 20,
        ...VISA_PAYMENT,
      }),
    )
    const dear = await nextWeek().dear()
    expect(await differenceTo(one, dear)).toBe(0)
    await goodFor('{61}')
    expect(await differenceTo(one, dear)).toBe(20)
    readRescheduled(await requestReschedule(shop, one, dear, { fee: 50, difference: 20, ...VISA_PAYMENT }))
    expect(await differenceTo(one, await nextWeek().dear())).toBe(0)
  })

  test(
    'a difference that a gift card’s seat did not owe still applies to the seat ' + 'paid in money',
    async () => {
      const one = await sellOrder(shop, { seats: 2, gifts: [{}] })
      await shop.deps.database.query(
        "update gift_cards set good_for_fare_id = 62, good_for_fare_ids = '{61,63}' where order_id = $1",
        [one.order.id],
      )
      const [first, second] = one.order.passengers
      const to = await nextWeek().dear()
      const alone = (who: typeof first) => ({ quantity: 1, passenger_ids: [who?.id] })
      const shown = await quoteReschedule(shop, one, to, alone(first))
      expect(shown.reschedule_price_difference).toBe(0)
      const ask = { fee: 50, ...VISA_PAYMENT, quote: shown.quote }
      readRescheduled(await requestReschedule(shop, one, to, { ...ask, ...alone(first), difference: 0 }))
      const { flight_id } = (await read(one)).flights[0] ?? {}
      const left = { ...ask, ...alone(second), flight_id }
      const key = { 'Idempotency-Key': 'the-seat-that-money-paid' }
      const answer = await requestReschedule(shop, one, to, { ...left, difference: 0 }, key)
      expect(answer).toMatchObject({
        status: 409,
        body: { code: 'price_changed', reschedule_quote: { reschedule_price_difference: 20 } },
      })
      readRescheduled(
        await requestReschedule(shop, one, to, {
          fee: 50,
          difference: 20,
          ...alone(second),
          flight_id,
          ...VISA_PAYMENT,
        }),
      )
    },
  )
})

test('a reschedule after the cancellation deadline restores no right to cancel', async () => {
  const start = shop.clock.now()
  const [late, early] = [await sellOrder(shop, { seats: 2 }), await sellOrder(shop, { seats: 1 })]
  const to = await nextWeek().same()
  const termsOf = async ({ buyer, order }: Sold) => {
    const path = `/v1/orders/${String(order.id)}/cancellation`
    const { body } = await shop.call('GET', path, { token: await logInAgain(shop.deps, buyer.userId) })
    return (body as { cancellation: { allowed: boolean; deadline: string } }).cancellation
  }
  readRescheduled(await requestReschedule(shop, early, to, { fee: 50, difference: 0, ...VISA_PAYMENT }))
  const before = await termsOf(late)
  try {
    shop.clock.set(new Date(new Date(placeOf(late.order).departAt).getTime() - 20 * 3_600_000))
    expect(await termsOf(late)).toMatchObject({ allowed: false, deadline: before.deadline })
    const token = await logInAgain(shop.deps, late.buyer.userId)
    readRescheduled(
      await requestReschedule(shop, { ...late, buyer: { token } }, to, {
        fee: 75,
        difference: 0,
        ...VISA_PAYMENT,
      }),
    )
    shop.clock.advance(1 / 60)
    expect(await termsOf(late)).toMatchObject({ allowed: false, deadline: before.deadline })
    expect(await termsOf(early)).toMatchObject({ allowed: true })
  } finally {
    shop.clock.set(start)
  }
})
