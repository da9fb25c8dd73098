import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Order, OrderReply } from '#contract/order.ts'
import { type Cancellation, CancellationReply } from '#contract/refund.ts'
import {
  BALANCED_BOOKS,
  readBookErrors,
  readRemainingTenders,
  openAccount,
} from '#tests/support/give-tenders.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { requestRefund, sellOrder } from '#tests/support/sold-order.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

let shop: PayingShop
beforeAll(async () => {
  shop = await openPayingShop()
})
afterAll(() => shop.close())
afterEach(async () => {
  expect(await readBookErrors(shop.deps)).toEqual(BALANCED_BOOKS)
})

const pathOf = ({ id }: Pick<Order, 'id'>) => `/v1/orders/${String(id)}/cancellation`
async function preview(token: string, order: Order): Promise<Cancellation> {
  const { body } = await shop.call('GET', pathOf(order), { token })
  return CancellationReply.parse(body).cancellation
}
const cancel = (token: string, order: Order, amount: number, headers: Record<string, string> = {}) =>
  shop.call('POST', pathOf(order), { token, headers, body: { cancellation: { amount } } })
const setPolicy = (hours: number, bps: number) =>
  shop.deps.database.query(
    'update products set cancel_until_hours = $1, cancel_refund_bps = $2 where id = 6',
    [hours, bps],
  )
const seatsSold = (orderId: number) =>
  shop.count("select coalesce(sum(seats), 0) from holds where state = 'sold' and order_id = $1", orderId)

test('a cancellation refunds exactly what its preview showed', async () => {
  const { buyer, order } = await sellOrder(shop, { seats: 2, gifts: [{}], vouchers: [10_000] })
  const departs = new Date(order.flights[0]?.depart_at ?? '').getTime()
  const shown = await preview(buyer.token, order)
  expect(shown).toMatchObject({
    allowed: true,
    message: null,
    deadline: new Date(departs - 48 * 3_600_000).toISOString(),
    refund_percent: 100,
    amount: 275,
    lines: [
      { position: 0, label: '2 seats', quantity: 2, amount: 229 },
      { quantity: 0, amount: 16.1 },
      {},
      {},
    ],
    to: [
      { kind: 'card', label: 'Visa ending 4242', amount: 175 },
      { kind: 'voucher', amount: 100 },
      { kind: 'gift_card', amount: 229 },
    ],
  })
  const cancelled = await cancel(buyer.token, order, 275)
  expect(cancelled.status).toBe(201)
  expect(OrderReply.parse(cancelled.body).order).toMatchObject({
    status: 'refunded',
    refunds: [{ amount: 275, state: 'succeeded', to: shown.to }],
  })
  expect(await readRemainingTenders(shop.deps, buyer.userId)).toMatchObject({
    giftCards: ['available'],
    vouchers: [10_000],
  })
  expect(await seatsSold(order.id)).toBe(0)
  expect(await preview(buyer.token, order)).toMatchObject({
    allowed: false,
    amount: 0,
    message: 'This order has been cancelled or given back already.',
  })
  expect((await cancel(buyer.token, order, 0)).status).toBe(409)
})

test('a policy that keeps half refunds half, the last tender first, and cancels the order', async () => {
  const { buyer, order } = await sellOrder(shop, { seats: 2, credit: 300 })
  await setPolicy(24, 5_000)
  expect(await preview(buyer.token, order)).toMatchObject({
    amount: 252,
    refund_percent: 50,
    to: [
      { kind: 'card', amount: 204 },
      { kind: 'credit', amount: 48 },
    ],
  })
  const cancelled = await cancel(buyer.token, order, 252)
  expect(OrderReply.parse(cancelled.body).order).toMatchObject({ status: 'cancelled' })
  expect(await seatsSold(order.id)).toBe(0)
  expect((await readRemainingTenders(shop.deps, buyer.userId)).credit).toBe(4_800)
  await setPolicy(48, 10_000)
  // Staff may refund more.
  const staff = await openStaffMember(shop.deps)
  expect((await requestRefund(shop, staff.token, order.id)).body).toMatchObject({ refund: { amount: 252 } })
})

test('an amount other than the one shown is refused with the right one, and nothing happens', async () => {
  const { buyer, order } = await sellOrder(shop)
  const { status, body } = await cancel(buyer.token, order, 250)
  expect(status).toBe(409)
  expect(body).toMatchObject({ code: 'price_changed', cancellation: { amount: 252, allowed: true } })
  expect(await shop.read(buyer.token, order)).toMatchObject({ status: 'completed', refunds: [] })
})

test('a repeated key gives the same cancellation', async () => {
  const { buyer, order } = await sellOrder(shop)
  const key = { 'Idempotency-Key': 'cancel-once' }
  const first = await cancel(buyer.token, order, 252, key)
  await shop.deps.database.query('delete from idempotency_keys')
  const again = await cancel(buyer.token, order, 252, key)
  expect([again.status, again.body]).toEqual([first.status, first.body])
})

describe('callers who may not cancel', () => {
  test('an order of somebody else is not found, also for staff', async () => {
    const { order } = await sellOrder(shop)
    for (const { token } of [await openAccount(shop.deps), await openStaffMember(shop.deps)]) {
      expect((await shop.call('GET', pathOf(order), { token })).status).toBe(404)
      expect((await cancel(token, order, 252)).status).toBe(404)
    }
    expect((await shop.call('GET', pathOf(order))).status).toBe(401)
  })

  test('an unpaid order cannot be cancelled by its buyer', async () => {
    const token = await shop.guest()
    const order = await shop.order(token, 1)
    expect(await preview(token, order)).toMatchObject({
      allowed: false,
      message: 'This order is not paid: there is nothing to give back.',
    })
    expect((await cancel(token, order, 0)).status).toBe(409)
  })

  test('a late cancellation is refused, and weather cover refunds a cancelled departure fully', async () => {
    const guest = await shop.guest('late@example.com')
    const covered = await shop.guest('covered@example.com')
    const flight = await shop.nextFlight()
    const orders: Order[] = []
    for (const [token, upgrades] of [
      [guest, []],
      [covered, [{ upgrade_id: 3 }]],
    ] as const) {
      const order = await shop.order(token, 1, flight, { order_item_upgrades_attributes: upgrades })
      expect((await shop.pay(token, order, { stripe_source: 'pm_card_visa' })).status).toBe(201)
      orders.push(await shop.read(token, order))
    }
    const [plain, cover] = orders as [Order, Order]
    const ids = (
      await shop.deps.database.query(
        'select flight_id as id from order_item_seats where order_id = any($1)',
        [orders.map(({ id }) => id)],
      )
    ).rows.map(({ id }) => Number(id))
    const departIn = (ms: number) =>
      shop.deps.database.query('update flights set depart_at = $1 where id = any($2)', [
        new Date(shop.clock.now().getTime() + ms),
        ids,
      ])
    const hours = (new Date(flight.departAt).getTime() - shop.clock.now().getTime()) / 3_600_000
    await setPolicy(Math.ceil(hours) - 1, 10_000)
    expect(await preview(guest, plain)).toMatchObject({ allowed: true })
    await setPolicy(Math.ceil(hours), 10_000)
    const late = {
      allowed: false,
      message: 'It is too late to cancel this flight. Please contact us if you cannot come.',
    }
    expect(await preview(guest, plain)).toMatchObject(late)
    expect(await preview(covered, cover)).toMatchObject(late)
    expect((await cancel(guest, plain, 252)).status).toBe(409)
    await shop.deps.database.query("update flights set status = 'called_off' where id = any($1)", [ids])
    expect(await preview(guest, plain)).toMatchObject(late)
    expect(await preview(covered, cover)).toMatchObject({
      allowed: true,
      deadline: null,
      amount: cover.total,
      refund_percent: 100,
    })
    await departIn(0)
    expect(await preview(guest, plain)).toMatchObject({
      allowed: false,
      message: 'This flight has departed and cannot be cancelled any more.',
    })
    await setPolicy(48, 10_000)
  })
})
