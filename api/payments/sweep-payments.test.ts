import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { PaymentsReply } from '#contract/payment.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { sweepPayments } from './sweep-payments.ts'

let shop: PayingShop
beforeAll(async () => {
  shop = await openPayingShop()
})
afterAll(() => shop.close())

/** An order whose card was declined. */
async function declinedOrder(email: string) {
  const token = await shop.guest(email)
  const order = await shop.order(token, 1)
  expect((await shop.pay(token, order, { stripe_source: 'pm_card_chargeDeclined' })).status).toBe(422)
  shop.clock.advance(0.1)
  return { token, order }
}

test(
  'a shopper who comes back with another card while the sweep is at the order before theirs ' +
    'keeps that payment',
  async () => {
    await declinedOrder('before@example.com')
    const { token, order } = await declinedOrder('back@example.com')
    shop.clock.advance(16)
    const { paymentIntents } = shop.deps.stripe
    const cancel = paymentIntents.cancel.bind(paymentIntents)
    const cancelled = vi.spyOn(paymentIntents, 'cancel').mockImplementationOnce(async (id) => {
      const back = await shop.pay(token, order, { stripe_source: 'pm_card_threeDSecure2Required' })
      expect(PaymentsReply.parse(back.body).payments[0]?.status).toBe('requires_action')
      return cancel(id)
    })

    await sweepPayments(shop.deps)
    expect(cancelled).toHaveBeenCalledTimes(1)
    const open = "select count(*) from payment_attempts where order_id = $1 and state = 'open'"
    expect(await shop.count(open, order.id)).toBe(1)
    const pinned = 'select count(*) from holds where order_id = $1 and payment_open'
    expect(await shop.count(pinned, order.id)).toBe(1)
  },
)

test('a hold renewed while the hosted page was open lasts as long as the shopper was told', async () => {
  const token = await shop.guest('renewed@example.com')
  const flight = await shop.nextFlight()
  const order = await shop.order(token, 1, flight)
  await shop.hosted(token, order)
  shop.clock.advance(25)
  const again = await shop.order(token, 1, flight)
  expect(again.id).toBe(order.id)
  shop.clock.advance(7)
  await sweepPayments(shop.deps)
  const open = "select count(*) from payment_attempts where order_id = $1 and state = 'open'"
  expect(await shop.count(open, order.id)).toBe(0)
  expect((await shop.read(token, order)).held_until).toBe(again.held_until)
})
