import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Order } from '#contract/order.ts'
import { ReceiptReply } from '#contract/receipt.ts'
import { openAccount } from '#tests/support/give-tenders.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { requestRefund, sellOrder } from '#tests/support/sold-order.ts'
import { logIn } from '#tests/support/shopper.ts'

let shop: PayingShop
beforeAll(async () => {
  shop = await openPayingShop()
})
afterAll(() => shop.close())

const read = (token: string, { id }: Pick<Order, 'id'>) =>
  shop.call('GET', `/v1/orders/${String(id)}/receipt`, { token })
const addressTo = (token: string, { id }: Pick<Order, 'id'>, company: Record<string, string>) =>
  shop.call('PUT', `/v1/orders/${String(id)}/receipt/company`, { token, body: { company } })
const receiptOf = (answer: { body: unknown }) => ReceiptReply.parse(answer.body).receipt

test('a paid order has a receipt with the seller and a constant number', async () => {
  const { buyer, order } = await sellOrder(shop, { credit: 20 })
  const first = receiptOf(await read(buyer.token, order))
  expect(first).toMatchObject({
    number: `R-${String(order.id)}`,
    issued_at: order.completed_at,
    company: null,
    seller: { name: 'Loft & Rotor', legal_name: 'Loft & Rotor Air Tours, Inc.' },
  })
  expect(first.order.tenders.map(({ kind }) => kind)).toEqual(['credit', 'card'])
  expect(first).toMatchObject({ paid: order.total, returned: 0, kept: order.total })
  shop.clock.advance(30)
  expect(receiptOf(await read(buyer.token, order))).toMatchObject({
    number: first.number,
    issued_at: first.issued_at,
  })
})

test('a refund stands on the receipt under the same number', async () => {
  const { buyer, order } = await sellOrder(shop, {})
  const admin = await logIn(shop, 'admin@example.com')
  expect((await requestRefund(shop, admin, order.id)).status).toBe(201)
  await shop.deliverEvents()
  const receipt = receiptOf(await read(buyer.token, order))
  expect(receipt.number).toBe(`R-${String(order.id)}`)
  expect(receipt.order.refunds).toHaveLength(1)
  expect(receipt.order.status).toBe('refunded')
  expect(receipt).toMatchObject({ paid: order.total, returned: order.total, kept: 0 })
})

test('an unpaid order has no receipt, and receipts of others are not shown', async () => {
  const token = await shop.guest('receipt@example.com')
  const order = await shop.order(token, 1)
  expect(await read(token, order)).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect((await addressTo(token, order, { name: 'Acme' })).status).toBe(409)
  const sold = await sellOrder(shop, {})
  for (const stranger of [token, (await openAccount(shop.deps)).token]) {
    expect((await read(stranger, sold.order)).status).toBe(404)
    expect((await addressTo(stranger, sold.order, { name: 'Thief' })).status).toBe(404)
  }
  expect((await shop.call('GET', `/v1/orders/${String(sold.order.id)}/receipt`)).status).toBe(401)
})

test('a receipt can be made out to a company, changed, and made plain again', async () => {
  const { buyer, order } = await sellOrder(shop, {})
  const company = { name: 'Acme <Rotors> GmbH', address: 'Main Street 1\nNew York', tax_id: 'DE 123' }
  expect(receiptOf(await addressTo(buyer.token, order, company)).company).toEqual(company)
  const other = { ...company, tax_id: '' }
  expect(receiptOf(await addressTo(buyer.token, order, other)).company).toEqual(other)
  expect(receiptOf(await read(buyer.token, order)).company).toEqual(other)
  expect(receiptOf(await addressTo(buyer.token, order, {})).company).toBeNull()
})

test.each([
  [{ tax_id: 'DE 123' }, { name: ['This field is required'] }],
  [{ name: 'x'.repeat(121) }, { name: ['Write at most 120 characters'] }],
  [{ name: 'x', address: 'x'.repeat(301) }, { address: ['Write at most 300 characters'] }],
])('a company with %j is refused', async (company: Record<string, string>, errors) => {
  const { buyer, order } = await sellOrder(shop, {})
  expect(await addressTo(buyer.token, order, company)).toMatchObject({ status: 422, body: errors })
})
