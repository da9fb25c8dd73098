import { afterAll, beforeAll, expect, test } from 'vitest'
import { AvailabilityDayReply } from '#contract/availability.ts'
import { QuoteReply } from '#contract/quote.ts'
import { OrderReply } from '#contract/order.ts'
import {
  guestToken,
  openShop,
  placeOrder,
  postOrder,
  departureAt,
  seatOrder,
} from '#tests/support/shopper.ts'
import { figuresOf } from '#tests/support/figures-of.ts'
import { type TestApi } from '#tests/support/test-api.ts'

let shop: TestApi
let nextDay: () => string
beforeAll(async () => {
  ;({ shop, nextDay } = await openShop())
})
afterAll(() => shop.close())

const weighing = (...weights: (number | null)[]) => ({
  passengers_attributes: weights.map((weight, at) => ({ full_name: `Passenger ${String(at + 1)}`, weight })),
})

test(
  'a party with stated weights sees departures that can carry it, and alternatives ' + 'for the others',
  async () => {
    const day = nextDay()
    const flight = await departureAt(shop, 6, day, '14:30')
    await placeOrder(shop, await guestToken(shop), seatOrder(flight, 2, weighing(300 - 30, 270)))
    const ask = async (weights: number[]) => {
      const body = { product_id: 6, date: day, quantity: 2, quantity_type: 'seat', weights }
      const answer = await shop.call('POST', '/v1/availability/day', { body })
      const { departures } = AvailabilityDayReply.parse(answer.body).availability
      const one = departures.find(({ departure_id: id }) => id === flight.departure_id)
      const others = departures.filter(({ departure_id: id }) => id !== flight.departure_id)
      return { one, others, text: JSON.stringify(answer.body) }
    }
    expect((await ask([170, 180])).one).toMatchObject({ status: 'open' })
    const heavy = await ask([171, 181])
    expect(heavy.one).toMatchObject({ status: 'too_heavy', seats_left: 1 })
    expect(heavy.one?.note).toMatch(/^Not enough lift left .* it fits on the 4-seat aircraft at \d/)
    expect(heavy.others.some(({ status }) => status === 'open')).toBe(true)
    // No answer shows the weight of others or the remaining payload.
    expect(heavy.text).not.toMatch(/\b(540|360|350)\b/)
    // The order checks the weight in the same way, under the lock.
    const late = await postOrder(shop, await guestToken(shop), seatOrder(flight, 2, weighing(171, 181)))
    expect(late).toMatchObject({ status: 409, body: { code: 'too_heavy' } })
    const fine = await postOrder(shop, await guestToken(shop), seatOrder(flight, 2, weighing(170, 180)))
    expect(fine.status).toBe(201)
  },
)

test(
  'a passenger who needs a second seat sees its price and pays for it, and ' + 'four people no longer fit',
  async () => {
    const flight = await departureAt(shop, 6, nextDay(), '14:30')
    const body = { brand_id: 1, ...flight, quantity_type: 'seat', quantity: 3, weights: [276, 150, null] }
    const quoted = await shop.call('POST', '/v1/quotes', { body })
    const { quote } = QuoteReply.parse(quoted.body)
    expect(quote).toMatchObject({ second_seats: 1, total: 985 })
    expect(quote.lines[1]).toMatchObject({ label: '1 second seat', amount: 229, rule: 'second_seat' })
    expect(figuresOf(quoted.body)).not.toContain(276)

    // An order whose expected price lacks the second seat is refused with the right price.
    const token = await guestToken(shop)
    const claim = { ...weighing(276, 150, null), total_price: 756 }
    expect(await postOrder(shop, token, seatOrder(flight, 3, claim))).toMatchObject({
      status: 409,
      body: { code: 'price_changed', quote: { total: 985 } },
    })
    const placed = await postOrder(shop, token, seatOrder(flight, 3, { ...claim, total_price: 985 }))
    const { order } = OrderReply.parse(placed.body)
    expect(order).toMatchObject({ quantity: 3, total: 985 })
    expect(order.order_items[0]).toMatchObject({ kind: 'seat', quantity: 4, amount: 916 })
    const another = await postOrder(shop, await guestToken(shop), seatOrder(flight, 1, weighing(100)))
    expect(another).toMatchObject({ status: 409, body: { code: 'sold_out' } })

    const four = await postOrder(
      shop,
      await guestToken(shop),
      seatOrder(await departureAt(shop, 6, nextDay(), '14:30'), 4, weighing(276, 100, 100, 100)),
    )
    expect(four).toMatchObject({
      status: 422,
      body: { 'order_item_seats_attributes.0.quantity': [expect.stringMatching(/whole flights/)] },
    })
  },
)
