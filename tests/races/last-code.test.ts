import { afterAll, beforeAll, expect, test } from 'vitest'
import { OrderReply } from '#contract/order.ts'
import { type SharedPostgres, sharedPostgres } from '../support/shared-postgres.ts'
import { seatOrder } from '../support/shopper.ts'
import {
  createGuestToken,
  openTwoProcessShop,
  type TwoProcessShop,
  weekdayFlight,
} from './two-process-shop.ts'

const BUYERS = 20
const SENTENCE = { discount_code_code: ['LASTONE is an invalid discount code'] }

let postgres: SharedPostgres
let shop: TwoProcessShop
beforeAll(async () => {
  postgres = sharedPostgres()
  shop = await openTwoProcessShop(postgres)
})
afterAll(async () => {
  await shop.close()
})

const rows = async (statement: string) => (await shop.database.query(statement)).rows

/**
 * Each buyer has a flight of their own where there are enough, so that nobody fails for want of a
 * seat.
 */
async function buy(buyer: number): Promise<{ status: number; body: unknown }> {
  const token = await createGuestToken(shop, `coder${String(buyer)}@example.com`)
  const flight = await weekdayFlight(shop, 1 + (buyer % 10))
  const body = seatOrder(flight, 1, { discount_code_code: 'LASTONE' })
  const placed = await shop.services.call('POST', '/v1/orders', { token, body })
  if (placed.status !== 201) return placed
  const { id, amount_due: amount } = OrderReply.parse(placed.body).order
  const payment = { order_id: id, stripe_payment: { amount, stripe_source: 'pm_card_visa' } }
  const paid = await shop.services.call('POST', '/v1/payments', { token, body: { payment } })
  expect(paid.status).toBe(201)
  return shop.services.call('GET', `/v1/orders/${String(id)}`, { token })
}

test('of 20 buyers with a one-use code one orders, and the others hold no seat and pay nothing', async () => {
  const answers = await Promise.all(Array.from({ length: BUYERS }, (_, buyer) => buy(buyer)))
  const won = answers.filter(({ status }) => status === 200)
  expect(won).toHaveLength(1)
  // The price is 252.00 less 50.00.
  expect(OrderReply.parse(won[0]?.body).order).toMatchObject({
    status: 'completed',
    total: 202,
    discount_code: 'LASTONE',
  })
  const lost = answers.filter(({ status }) => status !== 200)
  expect(lost).toEqual(Array(BUYERS - 1).fill({ status: 422, body: SENTENCE }))
  expect(await rows('select count(*)::int as orders, sum(total_cents)::int as cents from orders')).toEqual([
    { orders: 1, cents: 20_200 },
  ])
  expect(await rows('select state from discount_code_uses')).toEqual([{ state: 'captured' }])
  expect(
    await rows('select sum(seats_held)::int as held, sum(seats_sold)::int as sold from flights'),
  ).toEqual([{ held: 0, sold: 1 }])
  expect(await rows('select count(*)::int as attempts from payment_attempts')).toEqual([{ attempts: 1 }])
})
