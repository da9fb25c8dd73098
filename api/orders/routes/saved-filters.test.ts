import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { OrderCountsReply, OrdersReply } from '#contract/order-list.ts'
import { SavedFilterReply } from '#contract/saved-filter.ts'
import { openAccountHelpers, PASSWORD } from '#tests/support/account-members.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { VISA_PAYMENT } from '#tests/support/reschedule-flight.ts'
import { requestRefund } from '#tests/support/sold-order.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

vi.setConfig({ testTimeout: 60_000 })

let shop: PayingShop
let ada: { token: string; userId: number }
let bo: { token: string; userId: number }
beforeAll(async () => {
  shop = await openPayingShop()
  ada = await openStaffMember(shop.deps)
  bo = await openStaffMember(shop.deps)
})
afterAll(() => shop.close())

const { exported, member } = openAccountHelpers(() => shop)

const save = (token: string, name: unknown, filter: unknown = { channel: 'web' }) =>
  shop.call('POST', '/v1/saved_filters', { token, body: { saved_filter: { name, filter } } })
const saved = async (token: string, name: string, filter?: unknown) =>
  SavedFilterReply.parse((await save(token, name, filter)).body).saved_filter
const rename = (token: string, id: number, fields: unknown) =>
  shop.call('PATCH', `/v1/saved_filters/${String(id)}`, { token, body: { saved_filter: fields } })
const remove = (token: string, id: number) =>
  shop.call('DELETE', `/v1/saved_filters/${String(id)}`, { token })
const counts = async (token: string) =>
  OrderCountsReply.parse((await shop.call('GET', '/v1/order_counts', { token })).body).order_counts
const list = async (token: string, query: string) =>
  OrdersReply.parse((await shop.call('GET', `/v1/orders?everybody=1&${query}`, { token })).body)
const idsOf = ({ orders }: OrdersReply) => orders.map(({ id }) => id)
type OrdersReply = Awaited<ReturnType<typeof list>>

describe('a saved filter', () => {
  it('is counted beside the filters of the house, for its owner alone', async () => {
    await shop.order(await shop.guest('saved@example.com'), 1)
    const { id } = await saved(ada.token, ' Unpaid from the web ', {
      status: 'awaiting_payment',
      channel: 'web',
    })
    const found = (await list(ada.token, 'status=awaiting_payment&channel=web')).orders.length
    expect(found).toBeGreaterThan(0)
    expect((await counts(ada.token)).saved).toEqual([
      {
        ...{ id, name: 'Unpaid from the web', count: found },
        filter: { status: 'awaiting_payment', channel: 'web' },
      },
    ])
    expect((await counts(bo.token)).saved).toEqual([])
    expect((await remove(ada.token, id)).status).toBe(204)
    expect((await counts(ada.token)).saved).toEqual([])
  })

  it('is in the data export of its owner', async () => {
    const { id } = await saved(ada.token, 'Mine', { channel: 'phone' })
    const mine = { name: 'Mine', filter: { channel: 'phone' }, created_at: expect.any(String) as string }
    expect((await exported(ada.token)).saved_filters).toEqual([mine])
    expect((await exported(bo.token)).saved_filters).toEqual([])
    expect((await remove(ada.token, id)).status).toBe(204)
  })

  it('counts what each of its fields finds', async () => {
    await saved(bo.token, 'Phone', { channel: 'phone' })
    await saved(bo.token, 'To answer', { status: 'waiting_for_answer' })
    await saved(bo.token, 'Any day of these', { flies: 'week', weights: 'missing', channel: 'web' })
    const found = (await counts(bo.token)).saved.map(({ count }) => count)
    expect(found).toEqual([(await list(bo.token, 'channel=phone')).orders.length, 0, 0])
  })

  it('cannot be renamed or deleted by a colleague', async () => {
    const { id, name } = await saved(ada.token, 'Only mine')
    expect((await rename(bo.token, id, { name: 'Yours now' })).status).toBe(404)
    expect((await remove(bo.token, id)).status).toBe(404)
    expect((await counts(ada.token)).saved.find((one) => one.id === id)?.name).toBe(name)
    await remove(ada.token, id)
  })

  it('keeps a name of 1 to 40 characters that its owner has once, whatever its case', async () => {
    const first = await saved(ada.token, 'Late ones')
    const taken = { status: 422, body: { name: ['You have a filter of this name already'] } }
    expect(await save(ada.token, 'LATE ones')).toMatchObject(taken)
    expect((await save(bo.token, 'Late ones')).status).toBe(201)
    expect((await save(ada.token, '  ')).status).toBe(422)
    expect(await save(ada.token, 'x'.repeat(41))).toMatchObject({
      status: 422,
      body: { name: ['Write at most 40 characters'] },
    })
    const other = await saved(ada.token, 'x'.repeat(40))
    expect(await rename(ada.token, other.id, { name: 'late ONES' })).toMatchObject(taken)
    expect((await rename(ada.token, first.id, { name: 'LATE ONES' })).status).toBe(200)
    expect(await rename(ada.token, first.id, { filter: { channel: 'phone' } })).toMatchObject({ status: 422 })
    await remove(ada.token, first.id)
    await remove(ada.token, other.id)
  })

  it('narrows the list by something that the list knows, and never by a typed text', async () => {
    expect((await save(ada.token, 'Nothing', {})).status).toBe(422)
    expect((await save(ada.token, 'A person', { q: 'ada@example.com' })).status).toBe(422)
    expect((await save(ada.token, 'Odd', { channel: 'pigeon' })).status).toBe(422)
  })

  it('is one of 12 at most, also when two requests come at once', async () => {
    const names = Array.from({ length: 11 }, (_, at) => `Number ${String(at)}`)
    for (const name of names) expect((await save(ada.token, name)).status).toBe(201)
    const both = await Promise.all([save(ada.token, 'One'), save(ada.token, 'Other')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 422])
    expect(both.find(({ status }) => status === 422)?.body).toEqual({
      name: ['You keep 12 filters already. Delete one first'],
    })
    for (const { id } of (await counts(ada.token)).saved) await remove(ada.token, id)
  })

  it('is erased with the account of its owner', async () => {
    const { token, userId } = await member()
    await shop.deps.database.query(
      `insert into saved_filters (user_id, name, filter, created_at)
        values ($1, 'From my time here', '{"channel": "web"}', now())`,
      [userId],
    )
    const body = { erasure: { password: PASSWORD, give_up_value: true } }
    expect((await shop.call('POST', '/v1/users/me/erasure', { token, body })).status).toBe(204)
    expect(await shop.count('select count(*) from saved_filters where user_id = $1', userId)).toBe(0)
  })
})

describe('the list of orders for staff', () => {
  it('finds what a member of staff sold today, by its own count', async () => {
    const customer = { email: 'on.the.phone@example.com', full_name: 'Pia Lund' }
    const order = await shop.order(ada.token, 1, undefined, { channel: 'phone', customer })
    const { date, sold_by_me_today: count } = await counts(ada.token)
    const query = `sold_by_me=1&placed_from=${date}`
    expect(count).toBe(1)
    expect(idsOf(await list(ada.token, query))).toEqual([order.id])
    expect(idsOf(await list(bo.token, query))).toEqual([])
    await shop.deps.database.query(
      "update orders set created_at = created_at - interval '1 day' where id = $1",
      [order.id],
    )
    expect((await counts(ada.token)).sold_by_me_today).toBe(0)
    expect(idsOf(await list(ada.token, query))).toEqual([])
  })

  it('finds the refunds since Monday, by its own count', async () => {
    const token = await shop.guest('refunded@example.com')
    const order = await shop.order(token, 1)
    expect((await shop.pay(token, order, VISA_PAYMENT)).status).toBe(201)
    const refund = { order_id: order.id, amount: 10, reason: 'Waited long' }
    expect((await shop.call('POST', '/v1/refunds', { token: ada.token, body: { refund } })).status).toBe(201)
    const { monday, refunded_this_week: count } = await counts(ada.token)
    expect(new Date(`${monday}T00:00:00Z`).getUTCDay()).toBe(1)
    expect(count).toBe(1)
    expect(idsOf(await list(ada.token, `refunded_from=${monday}`))).toEqual([order.id])
    await shop.deps.database.query("update order_refunds set created_at = created_at - interval '8 days'")
    expect((await counts(ada.token)).refunded_this_week).toBe(0)
  })

  it('sums up all that a filter finds, and what can still be paid of it', async () => {
    const token = await shop.guest('sums@example.com')
    const paid = await shop.order(token, 2)
    expect((await shop.pay(token, paid, VISA_PAYMENT)).status).toBe(201)
    const open = await shop.order(await shop.guest('sums@example.com'), 1)
    const query = 'q=sums@example.com&sums=1&page_size=1'
    const total = (Math.round(paid.total * 100) + Math.round(open.total * 100)) / 100
    expect((await list(ada.token, query)).sums).toEqual({
      ...{ orders: 2, standing: 2, people: 3, total, left_to_pay: open.total, currency: 'usd' },
    })
    // Nobody can pay after the hold is over.
    await shop.deps.database.query(
      "update holds set expires_at = now() - interval '30 years' where order_id = $1",
      [open.id],
    )
    expect((await list(ada.token, query)).sums).toMatchObject({
      ...{ orders: 2, standing: 1, people: 2, total: paid.total, left_to_pay: 0 },
    })
    expect((await list(ada.token, 'q=sums@example.com')).sums).toBeUndefined()
  })

  it.each(['expired', 'cancelled'])('does not count an order that is %s as sold', async (status) => {
    const email = `${status}.sums@example.com`
    const token = await shop.guest(email)
    await shop.order(token, 1)
    const ended = await shop.order(await shop.guest(email), 2)
    await shop.deps.database.query('update orders set status = $2 where id = $1', [ended.id, status])
    expect((await list(ada.token, `q=${email}&sums=1`)).sums).toMatchObject({
      orders: 2,
      standing: 1,
      people: 1,
    })
  })

  it('counts what was refunded of an order no more', async () => {
    const token = await shop.guest('back.sums@example.com')
    const order = await shop.order(token, 2)
    expect((await shop.pay(token, order, VISA_PAYMENT)).status).toBe(201)
    const sum = async () => (await list(ada.token, 'q=back.sums@example.com&sums=1')).sums
    expect((await requestRefund(shop, ada.token, order.id, { amount: 30 })).status).toBe(201)
    expect(await sum()).toMatchObject({ standing: 1, total: order.total - 30 })
    expect((await requestRefund(shop, ada.token, order.id)).status).toBe(201)
    expect(await sum()).toMatchObject({ orders: 1, standing: 0, people: 0, total: 0 })
  })

  it('sums up nothing for customers', async () => {
    const token = await shop.guest('no.sums@example.com')
    await shop.order(token, 1)
    const { body } = await shop.call('GET', '/v1/orders?sums=1', { token })
    expect(OrdersReply.parse(body).sums).toBeUndefined()
  })
})
