import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database } from '#api/db/client.ts'
import { runIntegrityChecks } from '#api/bookkeeping/integrity-checks/run-integrity-checks.ts'
import { expireOrders } from '#api/orders/expire-orders.ts'
import { sweepPayments } from '#api/payments/sweep-payments.ts'
import { type PayingShop } from '../support/paying-shop.ts'
import { openRacingShop } from '../support/racing-shop.ts'
import { requestRefund, readyToBuy } from '../support/sold-order.ts'
import { openStaffMember } from '../support/staff-member.ts'

/** The number of runs that fit into a few seconds of buying. */
const LOOKS = 25

let shop: PayingShop
let database: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ shop, database, close } = await openRacingShop())
})
afterAll(() => close())

/** Returns the failing rows of one run as text. */
async function look(): Promise<string[]> {
  const checked = await runIntegrityChecks(database.db, shop.clock.now())
  return checked.flatMap(({ check, rows }) => rows.map((row) => `${check} ${JSON.stringify(row)}`))
}

test('integrity checks never fail while people buy, pay, fail, refund and let holds expire', async () => {
  const staff = await openStaffMember(shop.deps)
  // Credit given for the test is no purchase, so it exists before the first run.
  const withCode = await readyToBuy(shop, { seats: 2, photos: true, code: 'FLY15' })
  const withAll = await readyToBuy(shop, { seats: 2, gifts: [{}], vouchers: [10_000], credit: 40 })
  const toGiveBack = await readyToBuy(shop, { seats: 2, vouchers: [5_000] })
  const buyers = [
    withCode,
    withAll,
    async () => {
      const { order } = await toGiveBack()
      await requestRefund(shop, staff.token, order.id, { lines: [{ position: 0, quantity: 1 }] })
      await requestRefund(shop, staff.token, order.id)
    },
    async () => {
      const token = await shop.guest()
      const order = await shop.order(token, 1)
      await shop.pay(token, order, { stripe_source: 'pm_card_chargeDeclined' })
      await shop.payPage(await shop.hosted(token, order))
      await Promise.all([shop.read(token, order), sweepPayments(shop.deps), expireOrders(shop.deps)])
    },
  ]
  const box = { buying: true }
  const bought = Promise.all(buyers.map((buy) => buy())).finally(() => (box.buying = false))
  const looks: string[][] = []
  while (box.buying && looks.length < LOOKS) looks.push(await look())
  // The runs overlapped the purchases: somebody was still buying when the first run had ended.
  expect(looks.length).toBeGreaterThan(1)
  await bought
  expect(looks.flat()).toEqual([])
  expect(await look()).toEqual([])
})
