import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Order, OrderReply } from '#contract/order.ts'
import { openRacingShop, type RacingShop } from '../support/racing-shop.ts'
import { seatOrder } from '../support/shopper.ts'
import { typeCard } from '../support/type-card.ts'

const GOOD = '4242424242424242'
const DECLINED = '4000000000000002'

let racing: RacingShop
beforeAll(async () => {
  racing = await openRacingShop()
})
afterAll(() => racing.close())

const charges = ({ id }: Order, status = 'succeeded') =>
  racing.shop.count(
    `select count(*) from sandbox.objects where type = 'charge' and data->>'status' = $2
      and data->'metadata'->>'order_id' = $1`,
    ...[String(id), status],
  )

it('a decline whose answer was lost is heard again, is tried once, and another card pays', async () => {
  const { shop } = racing
  const token = await shop.guest('declined@example.com')
  const order = await shop.order(token, 1)
  const pay = (source: string, key: string) =>
    shop.call('POST', '/v1/payments', {
      token,
      headers: { 'Idempotency-Key': key },
      body: {
        payment: { order_id: order.id, stripe_payment: { amount: order.amount_due, stripe_source: source } },
      },
    })
  const declined = await typeCard(shop.sandbox, DECLINED)
  const refused = { status: 422, body: { credit_card: ['Your card was declined.'] } }
  // The first answer is lost on its way; the browser sends the same form again, twice at once.
  await pay(declined, 'first card')
  const asked = shop.sandbox.control.requests().length
  const again = await Promise.all([pay(declined, 'first card'), pay(declined, 'first card')])
  for (const answer of again) expect(answer).toMatchObject(refused)
  expect(shop.sandbox.control.requests()).toHaveLength(asked)
  expect([await charges(order), await charges(order, 'failed')]).toEqual([0, 1])

  const card = await typeCard(shop.sandbox, GOOD)
  const paid = await Promise.all([pay(card, 'second card'), pay(declined, 'first card')])
  expect(paid[0].status).toBe(201)
  expect(paid[1]).toMatchObject(refused)
  expect(await pay(declined, 'first card')).toMatchObject(refused)
  expect([await charges(order), await charges(order, 'failed')]).toEqual([1, 1])
  expect(await shop.read(token, order)).toMatchObject({ status: 'completed' })
})

it('a price raised between page and order is heard before anything is charged', async () => {
  const { shop } = racing
  const token = await shop.guest('repriced@example.com')
  const flight = await shop.nextFlight()
  const departure = { departure_id: flight.departureId, depart_at: flight.departAt }
  const place = (total: number) =>
    shop.call('POST', '/v1/orders', {
      token,
      body: { order: seatOrder(departure, 1, { total_price: total }) },
    })
  /** The total in the refusal of another one, as the page shows it. */
  const totalAgainst = async (total: number) => {
    const refused = await place(total)
    expect(refused).toMatchObject({ status: 409, body: { code: 'price_changed' } })
    return (refused.body as { quote: { total: number } }).quote.total
  }
  const shown = await totalAgainst(1)
  const orders = 'select count(*) from orders o join users u on u.id = o.user_id where u.email = $1'
  await racing.database.query('update fees set price_cents = price_cents + 1000')
  const told = await totalAgainst(shown)
  expect(told).toBeGreaterThan(shown)
  expect(await shop.count(orders, 'repriced@example.com')).toBe(0)

  // Who agrees pays what was agreed on, whatever the price does afterwards.
  const { order } = OrderReply.parse((await place(told)).body)
  expect(order.total).toBe(told)
  await racing.database.query('update fees set price_cents = price_cents + 1000')
  const source = await typeCard(shop.sandbox, GOOD)
  expect((await shop.pay(token, order, { stripe_source: source })).status).toBe(201)
  const cents = 'select amount_cents from payments where order_id = $1'
  expect((await racing.database.query(cents, [order.id])).rows).toEqual([
    { amount_cents: Math.round(told * 100) },
  ])
})
