import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestSandbox, type TestSandbox } from '#tests/sandbox-contract/open-test-sandbox.ts'

const DAY = 86_400

let shop: TestSandbox
beforeEach(async () => {
  shop = await openTestSandbox()
})
afterEach(() => shop.close())

const paid = (amount: number, payment_method = 'pm_card_visa') =>
  shop.stripe.paymentIntents.create({ amount, currency: 'usd', payment_method, confirm: true })
const parts = async (payout: string) => {
  const { data } = await shop.stripe.balanceTransactions.list({ payout, limit: 100 })
  return data.map(({ type, amount, fee, net, status }) => ({ type, amount, fee, net, status })).reverse()
}

test('the money of a day is paid out after the second midnight, less the fee', async () => {
  const { id, latest_charge } = await paid(10_000)
  await shop.stripe.refunds.create({ payment_intent: id, amount: 4000 })
  await paid(3000, 'pm_card_chargeDeclined').catch(() => undefined)
  shop.wait(1.4 * DAY)
  expect((await shop.stripe.payouts.list()).data).toEqual([])

  shop.wait(0.2 * DAY)
  const [payout] = (await shop.stripe.payouts.list()).data
  expect(payout).toMatchObject({ amount: 5680, status: 'in_transit', automatic: true })
  expect(await parts(payout?.id ?? '')).toEqual([
    { type: 'charge', amount: 10_000, fee: 320, net: 9680, status: 'available' },
    { type: 'refund', amount: -4000, fee: 0, net: -4000, status: 'available' },
    { type: 'payout', amount: -5680, fee: 0, net: -5680, status: 'available' },
  ])
  const charge = await shop.stripe.charges.retrieve(String(latest_charge), {
    expand: ['balance_transaction'],
  })
  expect(charge.balance_transaction).toMatchObject({ net: 9680, source: charge.id })

  shop.wait(DAY)
  expect((await shop.stripe.payouts.list({ status: 'paid' })).data).toHaveLength(1)
  expect((await shop.stripe.payouts.list()).data).toHaveLength(1)
})

test('a negative balance waits for the next payment', async () => {
  const { id } = await paid(10_000)
  expect(await shop.sandbox.control.payouts.payNow()).toBeDefined()
  await shop.stripe.refunds.create({ payment_intent: id })
  shop.wait(3 * DAY)
  expect((await shop.stripe.payouts.list()).data).toHaveLength(1)
  await paid(20_000)
  shop.wait(3 * DAY)
  const [last, ...others] = (await shop.stripe.payouts.list()).data
  expect(others).toHaveLength(1)
  expect(last?.amount).toBe(20_000 - 610 - 10_000)
})

test('a dispute takes its money at once and returns it when it is won', async () => {
  const { id } = await paid(10_000)
  const dispute = await shop.sandbox.control.disputes.open(id)
  await shop.sandbox.control.disputes.decide(dispute, 'won')
  const payout = (await shop.sandbox.control.payouts.payNow()) ?? ''
  const { data } = await shop.stripe.balanceTransactions.list({ payout, expand: ['data.source'] })
  const adjusted = data.filter(({ type }) => type === 'adjustment')
  expect(adjusted.map(({ amount, fee }) => [amount, fee])).toEqual([
    [10_000, 0],
    [-10_000, 1500],
  ])
  expect(adjusted.map(({ source }) => source)).toEqual([
    expect.objectContaining({ object: 'dispute', payment_intent: id }),
    expect.objectContaining({ object: 'dispute', payment_intent: id }),
  ])
})

test('the money of a returned payout is in the next payout', async () => {
  await paid(10_000)
  const first = (await shop.sandbox.control.payouts.payNow()) ?? ''
  await shop.sandbox.control.payouts.fail(first)
  expect(await shop.stripe.payouts.retrieve(first)).toMatchObject({ status: 'failed' })
  const again = (await shop.sandbox.control.payouts.payNow()) ?? ''
  expect(await parts(again)).toMatchObject([
    { type: 'payout_failure', amount: 9680, fee: 0 },
    { type: 'payout', amount: -9680 },
  ])
})

test('an unknown payout has no transactions', async () => {
  await expect(shop.stripe.balanceTransactions.list({ payout: 'po_unknown' })).rejects.toMatchObject({
    code: 'resource_missing',
  })
})
