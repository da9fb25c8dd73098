import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Order } from '#contract/order.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'

let shop: PayingShop
beforeAll(async () => {
  shop = await openPayingShop()
})
afterAll(() => shop.close())

const run = (statement: string, id: number) => shop.deps.database.query(statement, [id])
const usesOf = async (order: Order) =>
  (await run('select state from discount_code_uses where order_id = $1', order.id)).rows
const statusOf = async (order: Order) =>
  (await run('select status from orders where id = $1', order.id)).rows[0]?.['status']

/**
 * An order with the last use of a code that expired while its hosted page was, against all care,
 * still paid.
 */
async function paidTooLate(meanwhile: () => Promise<unknown>): Promise<Order> {
  await shop.deps.database.query('delete from discount_code_uses')
  const token = await shop.guest('late@example.com')
  const order = await shop.order(token, 1, undefined, { discount_code_code: 'LASTONE' })
  const payment = await shop.hosted(token, order)
  await run(
    "update payment_attempts set state = 'canceled', closed_at = created_at where order_id = $1",
    order.id,
  )
  await run('update holds set payment_open = false, expires_at = created_at where order_id = $1', order.id)
  await shop.runDueNow()
  expect([await statusOf(order), await usesOf(order)]).toEqual(['expired', [{ state: 'released' }]])
  await meanwhile()
  await shop.payPage(payment)
  await shop.deliverEvents()
  return order
}

test('late money for the last use of a code uses it if no other order has', async () => {
  const order = await paidTooLate(() => Promise.resolve())
  expect([await statusOf(order), await usesOf(order)]).toEqual(['completed', [{ state: 'captured' }]])
})

test('late money is refunded if another order has used the code, which keeps it', async () => {
  const box: { other?: Order } = {}
  const order = await paidTooLate(async () => {
    const token = await shop.guest('quick@example.com')
    box.other = await shop.order(token, 1, undefined, { discount_code_code: 'LASTONE' })
  })
  expect([await statusOf(order), await usesOf(order)]).toEqual(['cancelled', [{ state: 'released' }]])
  const returned = await shop.count(
    "select sum(amount_cents) from refunds where state = 'succeeded' and order_id = $1",
    order.id,
  )
  expect(returned).toBe(Math.round(order.total * 100))
  expect(box.other && (await usesOf(box.other))).toEqual([{ state: 'reserved' }])
})
