import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Order, OrderReply } from '#contract/order.ts'
import { type Flight, openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { seatOrder } from '#tests/support/shopper.ts'

let shop: PayingShop
beforeAll(async () => {
  shop = await openPayingShop()
})
afterAll(() => shop.close())

/** Orders another number of seats in place of the shopper's first order. */
const replace = (token: string, order: Order, flight: Flight, seats: number) =>
  shop.call('POST', '/v1/orders', {
    token,
    body: seatOrder({ departure_id: flight.departureId, depart_at: flight.departAt }, seats, {
      supersedes_order_id: order.id,
    }),
  })

async function payingOrder() {
  const token = await shop.guest()
  const flight = await shop.nextFlight()
  const order = await shop.order(token, 2, flight)
  return { token, flight, order, payment: await shop.hosted(token, order) }
}

const pinned = (orderId: number) =>
  shop.count("select count(*) from holds where payment_open and state = 'held' and order_id = $1", orderId)

test('an open payment is closed at the provider before its seats are released', async () => {
  const { token, flight, order, payment } = await payingOrder()
  expect(await pinned(order.id)).toBe(1)
  const replaced = await replace(token, order, flight, 4)
  expect(replaced.status).toBe(201)
  expect(await shop.read(token, order)).toMatchObject({ status: 'cancelled', payment_url: null })
  const session = await shop.deps.stripe.checkout.sessions.retrieve(payment.reference ?? '')
  expect(session.status).toBe('expired')
  const next = OrderReply.parse(replaced.body).order
  expect(await shop.count('select superseded_by_id from orders where id = $1', order.id)).toBe(next.id)
})

test('a payment that arrives first wins, and the shopper has no second hold', async () => {
  const { token, flight, order, payment } = await payingOrder()
  await shop.payPage(payment)
  const replaced = await replace(token, order, flight, 4)
  expect(replaced).toMatchObject({ status: 409, body: { code: 'already_paid', order_id: order.id } })
  expect(await shop.read(token, order)).toMatchObject({ status: 'completed' })
  const again = await replace(token, order, flight, 1)
  expect(again).toMatchObject({ status: 409, body: { code: 'already_paid', order_id: order.id } })
})

test('no seats are released while the provider does not answer', async () => {
  const { token, flight, order, payment } = await payingOrder()
  const path = `/v1/checkout/sessions/${String(payment.reference)}/expire`
  shop.sandbox.control.failNext('busy', `POST ${path}`)
  const replaced = await replace(token, order, flight, 4)
  expect(replaced).toMatchObject({ status: 503, body: { code: 'payment_provider_unavailable' } })
  expect(await shop.read(token, order)).toMatchObject({ status: 'awaiting_payment' })
  expect(await pinned(order.id)).toBe(1)
})

test('the same cart keeps its open payment', async () => {
  const { token, flight, order, payment } = await payingOrder()
  const same = await replace(token, order, flight, 2)
  expect(OrderReply.parse(same.body).order).toMatchObject({ id: order.id, payment_url: payment.redirect_url })
  expect(await pinned(order.id)).toBe(1)
})
