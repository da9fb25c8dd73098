import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { CreditMovementsReply } from '#contract/credit.ts'
import { BALANCED_BOOKS, readBookErrors, openAccount } from '#tests/support/give-tenders.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { requestRefund, sellOrder } from '#tests/support/sold-order.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

vi.setConfig({ testTimeout: 60_000 })

let shop: PayingShop
beforeAll(async () => {
  shop = await openPayingShop()
})
afterAll(() => shop.close())

const read = async (token: string, query = '') => {
  const { status, body } = await shop.call('GET', `/v1/credit_movements${query}`, { token })
  expect(status).toBe(200)
  return CreditMovementsReply.parse(body)
}

test('granted, used and refunded credit is listed with the balance after each entry', async () => {
  const { buyer, order } = await sellOrder(shop, { seats: 1, credit: 60 })
  const seen = async (query?: string) =>
    (await read(buyer.token, query)).credit_movements.map(({ kind, amount, balance, order_id: id }) => [
      kind,
      amount,
      balance,
      id,
    ])
  const used = ['used', -60, 0, order.id]
  const [newest, oldest] = await seen()
  expect(newest).toEqual(used)
  expect(oldest).toEqual(['given', 60, 60, null])

  shop.clock.advance(5)
  const { token } = await openStaffMember(shop.deps)
  expect((await requestRefund(shop, token, order.id)).status).toBe(201)
  expect((await seen()).slice(0, 2)).toEqual([['returned', 60, 60, order.id], used])
  // A page begins with the balance after the page before.
  expect(await seen('?page_size=1&page=2')).toEqual([used])
  const { pagination } = (await read(buyer.token, '?page_size=1')).meta
  expect(pagination).toMatchObject({ total_count: 3, total_pages: 3 })
  const { body } = await shop.call('GET', '/v1/users/me', { token: buyer.token })
  expect(body).toMatchObject({ user: { credit: 60 } })
  expect(await readBookErrors(shop.deps)).toEqual(BALANCED_BOOKS)
})

test('nobody sees the movements of others, and an unproven account sees none', async () => {
  const other = await openAccount(shop.deps)
  expect((await read(other.token)).credit_movements).toEqual([])
  const unproven = await openAccount(shop.deps, { proven: false })
  expect((await read(unproven.token)).credit_movements).toEqual([])
})
