import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { userRoles } from '#api/db/schema/people.ts'
import { OrdersReply } from '#contract/order-list.ts'
import {
  departureAt,
  guestToken,
  logIn,
  openShop,
  placeOrder,
  readOrder,
  seatOrder,
} from '#tests/support/shopper.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'
import { type TestApi } from '#tests/support/test-api.ts'

let shop: TestApi
let nextDay: () => string
beforeAll(async () => void ({ shop, nextDay } = await openShop()))
afterAll(() => shop.close())

const placeBy = async (token: string, more: Record<string, unknown>) =>
  placeOrder(shop, token, seatOrder(await departureAt(shop, 6, nextDay(), '14:30'), 1, more))

test('staff set an order’s sales channel, which its page and the list show', async () => {
  const staff = await logIn(shop, 'staff@example.com')
  const order = await placeBy(staff, { channel: 'phone' })
  expect(order.channel).toBe('phone')
  expect((await readOrder(shop, staff, order.id)).channel).toBe('phone')
  const { body } = await shop.call('GET', '/v1/orders?everybody=1', { token: staff })
  expect(OrdersReply.parse(body).orders[0]).toMatchObject({ id: order.id, channel: 'phone' })
})

test('a shopper’s own order has the channel of the shop, whatever is sent', async () => {
  expect((await placeBy(await guestToken(shop), { channel: 'counter' })).channel).toBe('web')
  expect((await placeBy(await logIn(shop, 'customer@example.com'), { channel: 'phone' })).channel).toBe('web')
  expect((await placeBy(await logIn(shop, 'staff@example.com'), {})).channel).toBe('web')
})

test.each([{ channel: 'counter' }, { channel: 'phone' }, {}])(
  'staff who sold an order to somebody reach it only by their role: %j',
  async (where) => {
    const { token, userId } = await openStaffMember(shop.deps)
    const { id, channel } = await placeBy(token, { ...where, user_id: 1 })
    expect(channel).toBe(where.channel ?? 'counter')
    const statusOf = async (path: string) => (await shop.call('GET', path, { token })).status
    expect(await statusOf(`/v1/orders/${String(id)}`)).toBe(200)
    expect(await statusOf(`/v1/orders/${String(id)}/cancellation`)).toBe(404)
    expect(
      OrdersReply.parse((await shop.call('GET', '/v1/orders?everybody=0', { token })).body).orders,
    ).toEqual([])
    await shop.deps.database.db.delete(userRoles).where(eq(userRoles.userId, userId))
    expect(await statusOf(`/v1/orders/${String(id)}`)).toBe(404)
  },
)
