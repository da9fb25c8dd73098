import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OrderCountsReply, OrdersReply } from '#contract/order-list.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { VISA_PAYMENT } from '#tests/support/reschedule-flight.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'
import { TEST_NOW } from '#tests/support/test-api.ts'

let shop: PayingShop
let staff: string
let paid: number
let unpaid: number
let flies: string
beforeAll(async () => {
  shop = await openPayingShop()
  staff = (await openStaffMember(shop.deps)).token
  const token = await shop.guest('filters@example.com')
  const flight = await shop.nextFlight()
  flies = flight.departAt.slice(0, 10)
  const party = { passengers_attributes: [{ full_name: 'Ada Ames', weight: 150 }, { full_name: 'Bo Berg' }] }
  const first = await shop.order(token, 2, flight, party)
  expect((await shop.pay(token, first, VISA_PAYMENT)).status).toBe(201)
  const other = await shop.guest('filters.later@example.com')
  const later = await shop.order(other, 1, await shop.nextFlight())
  paid = first.id
  unpaid = later.id
})
afterAll(() => shop.close())

const list = async (query: string) => {
  const { status, body } = await shop.call('GET', `/v1/orders?everybody=1&${query}`, { token: staff })
  expect(status).toBe(200)
  return OrdersReply.parse(body).orders.map(({ id }) => id)
}
const countNow = async () => {
  const { status, body } = await shop.call('GET', '/v1/order_counts', { token: staff })
  expect(status).toBe(200)
  return OrderCountsReply.parse(body).order_counts
}

describe('the filters of the staff’s list of orders', () => {
  test('the days of the flights are inclusive, and what leaves first comes first', async () => {
    expect(await list(`flies_from=${flies}&flies_to=${flies}`)).toEqual([paid])
    expect(await list(`flies_from=${flies}`)).toEqual([paid, unpaid])
    expect(await list('')).toEqual([unpaid, paid])
    expect(await list('flies_to=2020-01-01')).toEqual([])
  })

  test('a paid order lacks a weight until each passenger has given one', async () => {
    expect(await list('weights_missing=1')).toEqual([paid])
    await shop.deps.database.query('update passengers set weight_lbs = 140 where weight_lbs is null')
    expect(await list('weights_missing=1')).toEqual([])
    await shop.deps.database.query("update passengers set weight_lbs = null where full_name = 'Bo Berg'")
  })

  test('the channel says where an order was sold', async () => {
    expect(await list('channel=web')).toEqual([unpaid, paid])
    expect(await list('channel=phone')).toEqual([])
  })

  test('customers do not reach others’ orders by these filters', async () => {
    const token = await shop.guest('curious@example.com')
    const { body } = await shop.call('GET', `/v1/orders?everybody=1&flies_from=${flies}`, { token })
    expect(OrdersReply.parse(body).orders).toEqual([])
    expect((await shop.call('GET', '/v1/order_counts', { token })).status).toBe(403)
  })
})

test('the counts are those of the lists behind them', async () => {
  const before = await countNow()
  expect(before.date).toBe(TEST_NOW.slice(0, 10))
  expect(before).toMatchObject({ flies_today: 0, to_pay: 1, weights_missing: 1, waiting_for_answer: 0 })
  const itsSlot = 'select slot_id from flights join holds on holds.flight_id = flights.id where order_id = $2'
  await shop.deps.database.query(`update slots set local_date = $1 where id in (${itsSlot})`, [
    before.date,
    paid,
  ])
  const after = await countNow()
  expect(after.flies_today).toBe((await list(`flies_from=${before.date}&flies_to=${before.date}`)).length)
  expect(after.flies_today).toBe(1)
  expect(after.flies_tomorrow).toBe(0)
})
