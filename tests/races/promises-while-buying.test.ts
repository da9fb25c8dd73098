import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#api/db/client.ts'
import { checkPromises } from '#api/services/promises/check-promises.ts'
import { expireOrders } from '#api/services/orders/expire-orders.ts'
import { sweepPayments } from '#api/services/payments/sweep-payments.ts'
import { openPayingShop, type PayingShop } from '../support/paying-shop.ts'
import { type RealPostgres, startRealPostgres } from '../support/real-postgres.ts'
import { askRefund, sellOrder } from '../support/sold-order.ts'
import { openStaffMember } from '../support/staff-member.ts'

let server: RealPostgres
let database: Database
let shop: PayingShop
beforeAll(async () => {
  server = await startRealPostgres()
  database = await openDatabase({ databaseUrl: await server.createDatabase(), dataDir: '' })
  shop = await openPayingShop(database)
})
afterAll(async () => {
  await shop.close()
  await server.stop()
})

/** Rows that fail in one look, as text. */
async function look(): Promise<string[]> {
  const checked = await checkPromises(database.db, shop.clock.now())
  return checked.flatMap(({ promise, rows }) => rows.map((row) => `${promise} ${JSON.stringify(row)}`))
}

test('looks taken while people buy, pay with everything, fail, give back and lapse never find a promise broken', async () => {
  const staff = await openStaffMember(shop.deps)
  const buyers = [
    () => sellOrder(shop, { seats: 2, photos: true, code: 'FLY15' }),
    () => sellOrder(shop, { seats: 2, gifts: [{}], vouchers: [10_000], credit: 40 }),
    async () => {
      const { order } = await sellOrder(shop, { seats: 2, vouchers: [5_000] })
      await askRefund(shop, staff.token, order.id, { lines: [{ position: 0, quantity: 1 }] })
      await askRefund(shop, staff.token, order.id)
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
  const looks: string[][] = []
  const looking = (async () => {
    while (box.buying) looks.push(await look())
  })()
  await Promise.all(buyers.flatMap((buy) => [buy(), buy()])).finally(() => (box.buying = false))
  await looking
  // The negative control: they were really taken in between, on orders at different stages.
  expect(looks.length).toBeGreaterThan(3)
  expect(looks.flat()).toEqual([])
  expect(await look()).toEqual([])
})
