import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OrderFileReply } from '#contract/order-file.ts'
import { figuresOf } from '#tests/support/figures-of.ts'
import { openAccount } from '#tests/support/give-tenders.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { VISA_PAYMENT } from '#tests/support/reschedule-flight.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

let shop: PayingShop
let staff: string
beforeAll(async () => {
  shop = await openPayingShop()
  staff = (await openStaffMember(shop.deps)).token
})
afterAll(() => shop.close())

const fileOf = async (order: number) => {
  const answer = await shop.call('GET', `/v1/orders/${String(order)}/file`, { token: staff })
  expect(answer.status).toBe(200)
  return OrderFileReply.parse(answer.body).file
}

describe('the file of an order', () => {
  test('the history names who did what, and the passengers carry no weight', async () => {
    const buyer = await openAccount(shop.deps)
    const passengers_attributes = [{ full_name: 'Ada Ames', weight: 151 }, { full_name: 'Bo Berg' }]
    const order = await shop.order(buyer.token, 2, await shop.nextFlight(), { passengers_attributes })
    expect((await shop.pay(buyer.token, order, VISA_PAYMENT)).status).toBe(201)
    const about = { commentable_type: 'Order', commentable_id: order.id }
    const comment = { ...about, body: 'Arrives by train.', public: false }
    expect((await shop.call('POST', '/v1/comments', { token: staff, body: { comment } })).status).toBe(201)
    const refund = { order_id: order.id, amount: 10, reason: 'Ten minutes late' }
    expect((await shop.call('POST', '/v1/refunds', { token: staff, body: { refund } })).status).toBe(201)

    const file = await fileOf(order.id)
    const told = file.history.map(({ kind, text }) => `${kind}: ${text}`)
    expect(told[0]).toBe('booking: Order placed.')
    expect(told[1]).toMatch(/^money: Paid: Visa ending 4242 \$/)
    expect(told).toContain('note: Arrives by train.')
    expect(told).toContain('money: $10.00 given back to Visa ending 4242. Reason: Ten minutes late')
    const byStaff = file.history.filter(({ by }) => by !== null)
    expect(byStaff.map(({ kind }) => kind).sort()).toEqual(['money', 'note'])
    expect(new Set(byStaff.map(({ by }) => by)).size).toBe(1)
    expect(file.passengers).toMatchObject([
      { full_name: 'Ada Ames', weight_given: true, waiver_signed_at: null, boarding: null },
      { full_name: 'Bo Berg', weight_given: false, waiver_signed_at: null, boarding: null },
    ])
    expect(figuresOf(file)).not.toContain(151)
    expect(file.customer.orders).toBe(1)
  })

  test('an unknown order has no file', async () => {
    expect((await shop.call('GET', '/v1/orders/999999/file', { token: staff })).status).toBe(404)
  })
})
