import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestSandbox, type TestSandbox } from '#tests/sandbox-contract/open-test-sandbox.ts'

let shop: TestSandbox
beforeAll(async () => {
  shop = await openTestSandbox()
})
afterAll(() => shop.close())

const paid = (payment_method = 'pm_card_visa') =>
  shop.stripe.paymentIntents.create({ amount: 10_000, currency: 'usd', payment_method, confirm: true })
const refund = (payment_intent: string, amount?: number) =>
  shop.stripe.refunds.create({
    payment_intent,
    amount,
    reason: 'requested_by_customer',
    metadata: { row: '1' },
  })

test('refunds in parts add up to what was paid and no cent more', async () => {
  const { id, latest_charge } = await paid()
  expect(await refund(id, 4000)).toMatchObject({ status: 'succeeded', amount: 4000, charge: latest_charge })
  await expect(refund(id, 6001)).rejects.toThrow(
    'Refund amount ($60.01) is greater than unrefunded amount on charge ($60.00)',
  )
  expect(await refund(id)).toMatchObject({ amount: 6000 })
  await expect(refund(id)).rejects.toMatchObject({ code: 'charge_already_refunded' })
  const charge = await shop.stripe.charges.retrieve(String(latest_charge))
  expect(charge).toMatchObject({ refunded: true, amount_refunded: 10_000 })
  expect((await shop.stripe.refunds.list({ payment_intent: id })).data.map(({ amount }) => amount)).toEqual([
    6000, 4000,
  ])
})

test('several refunds at once never exceed what was paid', async () => {
  const { id } = await paid()
  await Promise.allSettled([1, 2, 3, 4].map(() => refund(id, 4000)))
  expect((await shop.stripe.refunds.list({ payment_intent: id })).data).toHaveLength(2)
})

test.each([
  ['pm_card_pendingRefund', 'pending', 'succeeded', true],
  ['pm_card_refundFail', 'succeeded', 'failed', false],
])('a refund to %s is %s first and %s later', async (card, first, later, refunded) => {
  const { id, latest_charge } = await paid(card)
  const made = await refund(id)
  expect(made.status).toBe(first)
  shop.wait(61)
  await shop.sandbox.tick()
  expect((await shop.stripe.refunds.retrieve(made.id)).status).toBe(later)
  expect((await shop.stripe.charges.retrieve(String(latest_charge))).refunded).toBe(refunded)
  await shop.sandbox.control.webhooks.settled()
  expect(shop.received.some(({ body }) => body.includes('"refund.updated"') && body.includes(made.id))).toBe(
    true,
  )
})

test('an unpaid payment cannot be refunded', async () => {
  const { id } = await shop.stripe.paymentIntents.create({ amount: 900, currency: 'usd' })
  await expect(refund(id)).rejects.toThrow('does not have a successful charge')
  await expect(refund('pi_unknown')).rejects.toMatchObject({ code: 'resource_missing', statusCode: 400 })
})
