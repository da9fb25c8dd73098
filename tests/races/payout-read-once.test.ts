import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#api/db/client.ts'
import { recoverMissedPayouts } from '#api/bookkeeping/payouts/catch-up-payouts.ts'
import { readPayout } from '#api/bookkeeping/payouts/read-payout.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { sharedPostgres } from '#tests/support/shared-postgres.ts'

let shop: PayingShop
beforeAll(async () => {
  const databaseUrl = await sharedPostgres().createDemoDatabase()
  shop = await openPayingShop(await openDatabase({ databaseUrl, dataDir: '' }))
})
afterAll(() => shop.close())

test('ten reports at once of a payout and its return are posted once each', async () => {
  const token = await shop.guest('payout@example.com')
  const order = await shop.order(token, 2)
  await shop.pay(token, order, { stripe_source: 'pm_card_visa' })
  const made = (await shop.sandbox.control.payouts.payNow()) ?? ''
  const atOnce = async () => {
    const work = [
      ...Array.from({ length: 8 }, () => readPayout(shop.deps, made)),
      recoverMissedPayouts(shop.deps),
      recoverMissedPayouts(shop.deps),
    ]
    const failed = (await Promise.allSettled(work)).filter((one) => one.status === 'rejected')
    expect(failed).toEqual([])
  }
  const postings = () => shop.count("select count(*) from ledger_transactions where kind = 'payout'")
  const bank = () =>
    shop.count("select coalesce(sum(amount_cents), 0) as count from ledger_entries where account = 'bank'")
  await atOnce()
  expect(await shop.count('select count(*) from payout_lines')).toBe(1)
  expect(await postings()).toBe(1)
  expect(await bank()).toBe(await shop.count('select amount_cents as count from payouts'))
  await shop.sandbox.control.payouts.fail(made)
  await atOnce()
  expect(await postings()).toBe(2)
  expect(await bank()).toBe(0)
})
