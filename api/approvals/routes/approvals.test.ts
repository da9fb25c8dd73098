import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays, toLocalDate } from '#api/rules/time/local-time.ts'
import { ApprovalAskReply, ApprovalReply, ApprovalsReply } from '#contract/approval.ts'
import { OrderReply } from '#contract/order.ts'
import { type Account, BALANCED_BOOKS, openAccount, readBookErrors } from '#tests/support/give-tenders.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { type ChosenDeparture, departureAt, seatOrder } from '#tests/support/shopper.ts'
import { sellOrder } from '#tests/support/sold-order.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'

let shop: PayingShop
let clerk: Account
let colleague: Account
let admin: Account
let secondAdmin: Account
beforeAll(async () => {
  shop = await openPayingShop()
  clerk = await openStaffMember(shop.deps)
  colleague = await openStaffMember(shop.deps)
  admin = await openStaffMember(shop.deps, 'admin')
  secondAdmin = await openStaffMember(shop.deps, 'admin')
  // A small limit, so that what one order costs is above it.
  const body = { user: { staff_limit: 100 } }
  const path = `/v1/users/${String(clerk.userId)}`
  expect((await shop.call('PATCH', path, { token: admin.token, body })).status).toBe(200)
})
afterAll(async () => {
  expect(await readBookErrors(shop.deps)).toEqual(BALANCED_BOOKS)
  await shop.close()
})

const post = (who: Account, path: string, body?: unknown) =>
  shop.call('POST', path, { token: who.token, ...(body === undefined ? {} : { body }) })

/** Asks for an act that is above the clerk's limit. */
async function ask(path: string, body: Record<string, unknown>, method: 'POST' | 'PATCH' = 'POST') {
  const answer = await post(clerk, '/v1/approvals', { approval: { method, path, body } })
  expect(answer).toMatchObject({ status: 201 })
  const { approval } = ApprovalAskReply.parse(answer.body)
  if (!approval) throw new Error('The call was made at once')
  return approval
}
const decide = (who: Account, id: number, what: 'approve' | 'refuse' = 'approve') =>
  post(who, `/v1/approvals/${String(id)}/${what}`)

const voucherOf = (orderId: number, value = 150) => ({
  voucher: { order_id: orderId, value, reason_type: 'goodwill', reason_description: 'A long delay' },
})
const vouchersOf = (orderId: number) =>
  shop.count('select count(*)::int from vouchers where order_id = $1', orderId)
const refundsOf = (orderId: number) =>
  shop.count('select count(*)::int from order_refunds where order_id = $1', orderId)

async function readAudit(id: number) {
  const { rows } = await shop.deps.database.query(
    `select user_id, action, after ->> 'state' as state, after ->> 'asked_by' as asked_by
       from audit_log where resource = 'approvals' and resource_id = $1 order by id`,
    [id],
  )
  return rows
}

describe('the limit of what staff give', () => {
  test('is what an admin set for them, in dollars of one order', async () => {
    const { order } = await sellOrder(shop)
    const orderId = order.id
    expect((await post(clerk, '/v1/vouchers', voucherOf(orderId, 100))).status).toBe(201)
    const more = await post(clerk, '/v1/vouchers', voucherOf(orderId, 1))
    expect(more).toMatchObject({ status: 403, body: { code: 'approval_needed' } })
    expect((await post(colleague, '/v1/vouchers', voucherOf(orderId, 1))).status).toBe(201)
  })

  test('counts prizes with the credit of a day, and one that was taken back makes no room', async () => {
    const { userId } = await openAccount(shop.deps)
    const other = await openAccount(shop.deps)
    const give = (to: number) =>
      post(clerk, '/v1/prizes', { prize: { user_id: to, upgrade_id: upgradeId, name: 'For the wait' } })
    const { rows } = await shop.deps.database.query(
      'select id from upgrades where price_cents between 3400 and 5000 order by price_cents desc limit 1',
    )
    const upgradeId = Number(rows[0]?.['id'])
    const first = await give(userId)
    expect(first.status).toBe(201)
    const { prize } = first.body as { prize: { id: number } }
    await shop.call('DELETE', `/v1/prizes/${String(prize.id)}`, { token: clerk.token })
    expect((await give(other.userId)).status).toBe(201)
    expect(await give(userId)).toMatchObject({ status: 403, body: { code: 'approval_needed' } })
    const credit = { user_id: other.userId, amount: 60, credit_type: 'goodwill', reason: 'The wait' }
    expect(await post(clerk, '/v1/credits', { credit })).toMatchObject({ status: 403 })
  })

  test.each([
    [{ percent: 100 }, 403],
    [{ percent: 51 }, 403],
    [{ percent: 50 }, 201],
    [{ amount: 5000 }, 403],
    [{ amount: 10 }, 201],
  ])('a discount of %j that staff make alone is answered with %i', async (value, status) => {
    const discount = {
      name: 'Friends',
      invoice_description: 'Friends',
      publish_status: 'published',
      ...value,
    }
    expect(await post(clerk, '/v1/discounts', { discount })).toMatchObject({ status })
  })

  test('staff neither deepen a discount nor make further codes of one that gives everything', async () => {
    const fields = { name: 'Crew', invoice_description: 'Crew', publish_status: 'published' }
    const made = await post(admin, '/v1/discounts', { discount: { ...fields, percent: 100 } })
    const { discount } = made.body as { discount: { id: number } }
    const code = { code: 'CREW1', discount_id: discount.id, redemption_limit: 1 }
    expect(await post(clerk, '/v1/discount_codes', { discount_code: code })).toMatchObject({ status: 403 })
    const batch = { discount_id: discount.id, quantity: 2, prefix: 'CREW' }
    expect(await post(clerk, '/v1/discount_code_batches', { discount_code_batch: batch })).toMatchObject({
      status: 403,
      body: { code: 'approval_needed' },
    })
    const small = await post(clerk, '/v1/discounts', { discount: { ...fields, percent: 10 } })
    const path = `/v1/discounts/${String((small.body as { discount: { id: number } }).discount.id)}`
    const body = { discount: { percent: 100 } }
    expect(await shop.call('PATCH', path, { token: clerk.token, body })).toMatchObject({ status: 403 })
    expect(await post(admin, '/v1/discount_codes', { discount_code: code })).toMatchObject({ status: 201 })
  })

  test('staff do not cut a price below half, in one step or in several', async () => {
    const { rows } = await shop.deps.database.query(
      'select id, seat_price_cents / 100 as price from products where seat_price_cents > 10000 limit 1',
    )
    const [path, price] = [`/v1/products/${String(rows[0]?.['id'])}`, Number(rows[0]?.['price'])]
    const set = (who: Account, seat_price: number) =>
      shop.call('PATCH', path, { token: who.token, body: { product: { seat_price } } })
    expect(await set(clerk, 1)).toMatchObject({ status: 403, body: { code: 'approval_needed' } })
    expect((await set(clerk, Math.ceil(price * 0.6))).status).toBe(200)
    expect(await set(clerk, Math.ceil(price * 0.4))).toMatchObject({ status: 403 })
    expect((await set(admin, price)).status).toBe(200)
  })
})

describe('the code of a sale by staff', () => {
  let departure: ChosenDeparture
  beforeAll(async () => {
    const fields = { name: 'Guests of the house', invoice_description: 'Guests', publish_status: 'published' }
    const made = await post(admin, '/v1/discounts', { discount: { ...fields, percent: 100 } })
    const { id } = (made.body as { discount: { id: number } }).discount
    const code = { code: 'HOUSE', discount_id: id, redemption_limit: 100, publish_status: 'published' }
    expect(await post(admin, '/v1/discount_codes', { discount_code: code })).toMatchObject({ status: 201 })
  })

  // A flight of its own for each test.
  let week = 1
  beforeEach(async () => {
    week += 1
    const day = addDays(toLocalDate(shop.clock.now(), 'America/New_York'), 7 * week)
    departure = await departureAt(shop, 6, day, '14:30')
  })

  const saleOf = (email: string, more: Record<string, unknown> = {}) => ({
    ...seatOrder(departure, 1, { discount_code_code: 'HOUSE', ...more }),
    channel: 'counter',
    customer: { email, full_name: 'Ida Marlow' },
  })
  const sell = (who: Account, email: string, more?: Record<string, unknown>) =>
    post(who, '/v1/orders', { order: saleOf(email, more) })
  const soldTo = (email: string) => shop.count('select count(*)::int from orders where email = $1', email)

  test('counts in what they give: above their limit it is refused, and nothing is held', async () => {
    const refused = await sell(clerk, 'above@example.com')
    expect(refused).toMatchObject({ status: 403, body: { code: 'approval_needed' } })
    expect(await soldTo('above@example.com')).toBe(0)
    expect((await sell(clerk, 'plain@example.com', { discount_code_code: null })).status).toBe(201)
    expect((await sell(clerk, 'small@example.com', { discount_code_code: 'FLY15' })).status).toBe(201)
    expect((await sell(colleague, 'within@example.com')).status).toBe(201)
    expect((await sell(admin, 'unlimited@example.com')).status).toBe(201)
  })

  test('is not limited where a customer types it', async () => {
    const buyer = await openAccount(shop.deps)
    const order = seatOrder(departure, 1, { discount_code_code: 'HOUSE' })
    expect((await post(buyer, '/v1/orders', { order })).status).toBe(201)
  })

  test('counts together with what else is given of the order, and stands in the audit log', async () => {
    const sold = await sell(clerk, 'both@example.com', { discount_code_code: 'FLY15' })
    const { order } = OrderReply.parse(sold.body)
    const credit = { order_id: order.id, amount: 70, credit_type: 'goodwill', reason: 'The wait' }
    expect(order.discount).toBeGreaterThan(30)
    expect(await post(clerk, '/v1/credits', { credit })).toMatchObject({
      status: 403,
      body: { code: 'approval_needed' },
    })
    const { rows } = await shop.deps.database.query(
      "select user_id, after from audit_log where resource = 'orders' and resource_id = $1",
      [order.id],
    )
    expect(rows).toEqual([{ user_id: clerk.userId, after: { code: 'FLY15', given: order.discount } }])
  })

  test('is given by an approver, who makes the sale once; then the request keeps no passenger', async () => {
    const people = { passengers_attributes: [{ full_name: 'Ida Marlow', weight: 150 }] }
    const { id } = await ask('/v1/orders', { order: saleOf('asked@example.com', people) })
    expect(await soldTo('asked@example.com')).toBe(0)
    expect(await decide(colleague, id)).toMatchObject({ status: 200 })
    expect(await soldTo('asked@example.com')).toBe(1)
    expect((await decide(admin, id)).status).toBe(409)
    expect(await soldTo('asked@example.com')).toBe(1)
    const { approvals } = ApprovalsReply.parse(
      (await shop.call('GET', '/v1/approvals?state=all&page_size=100', { token: admin.token })).body,
    )
    const kept = approvals.find((one) => one.id === id)
    expect(kept).toMatchObject({ state: 'approved', customer: { name: 'Ida Marlow' } })
    expect(kept?.order_id).not.toBeNull()
    expect(JSON.stringify(kept?.body)).not.toContain('weight')
  })
})

describe('an approval', () => {
  test('moves nothing before somebody else gives it, and then makes the act once', async () => {
    const { order } = await sellOrder(shop)
    const orderId = order.id
    const { id } = await ask('/v1/vouchers', voucherOf(orderId))
    expect(await vouchersOf(orderId)).toBe(0)
    const open = ApprovalsReply.parse(
      (await shop.call('GET', '/v1/approvals?page_size=100', { token: admin.token })).body,
    ).approvals
    expect(open.find((one) => one.id === id)).toMatchObject({
      order_id: orderId,
      amount: 150,
      reason: 'A long delay',
      state: 'waiting',
      asked_by: { id: clerk.userId },
      decided_by: null,
    })
    const answer = await decide(admin, id)
    expect(ApprovalReply.parse(answer.body).approval).toMatchObject({
      state: 'approved',
      decided_by: { id: admin.userId },
    })
    expect(await vouchersOf(orderId)).toBe(1)
    expect((await decide(admin, id)).status).toBe(409)
    expect((await decide(secondAdmin, id)).status).toBe(409)
    expect(await vouchersOf(orderId)).toBe(1)
    expect(await readAudit(id)).toEqual([
      { user_id: clerk.userId, action: 'create', state: 'waiting', asked_by: null },
      { user_id: admin.userId, action: 'change', state: 'approved', asked_by: String(clerk.userId) },
    ])
  })

  test('that two give at once makes the act once', async () => {
    const { order } = await sellOrder(shop)
    const orderId = order.id
    const { id } = await ask('/v1/refunds', { refund: { order_id: orderId, amount: 120, reason: 'Fog' } })
    const answers = await Promise.all([admin, secondAdmin, admin].map((who) => decide(who, id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await refundsOf(orderId)).toBe(1)
  })

  test('is never given or refused by who asked', async () => {
    const { order } = await sellOrder(shop)
    const orderId = order.id
    const { id } = await ask('/v1/vouchers', voucherOf(orderId))
    expect((await decide(clerk, id)).status).toBe(403)
    expect((await decide(clerk, id, 'refuse')).status).toBe(403)
    expect(await vouchersOf(orderId)).toBe(0)
  })

  test('counts with the limit of who gives it', async () => {
    const { order } = await sellOrder(shop)
    const orderId = order.id
    const { id } = await ask('/v1/vouchers', voucherOf(orderId, 2600))
    expect(await decide(colleague, id)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(await vouchersOf(orderId)).toBe(0)
    expect((await decide(admin, id)).status).toBe(200)
    const within = await ask('/v1/vouchers', voucherOf((await sellOrder(shop)).order.id))
    expect((await decide(colleague, within.id)).status).toBe(200)
  })

  test('that was refused makes nothing, and cannot be given afterwards', async () => {
    const { order } = await sellOrder(shop)
    const orderId = order.id
    const { id } = await ask('/v1/vouchers', voucherOf(orderId))
    expect((await decide(colleague, id, 'refuse')).status).toBe(200)
    expect((await decide(admin, id)).status).toBe(409)
    expect(await vouchersOf(orderId)).toBe(0)
    expect((await readAudit(id)).at(-1)).toMatchObject({ user_id: colleague.userId, state: 'refused' })
  })

  test('of an order that changed meanwhile is answered with a sentence, and makes nothing', async () => {
    const { order } = await sellOrder(shop)
    const orderId = order.id
    const body = { refund: { order_id: orderId, amount: 110, reason: 'Fog' } }
    const { id } = await ask('/v1/refunds', body)
    expect((await post(admin, '/v1/refunds', body)).status).toBe(201)
    const answer = await decide(secondAdmin, id)
    expect(answer).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } })
    expect(await refundsOf(orderId)).toBe(1)
    expect((await decide(secondAdmin, id, 'refuse')).status).toBe(200)
  })

  test('of an order of which more was refunded meanwhile makes nothing, in the same state, too', async () => {
    const { order } = await sellOrder(shop)
    const refundOf = (amount: number) => ({ refund: { order_id: order.id, amount, reason: 'Fog' } })
    expect((await post(admin, '/v1/refunds', refundOf(10))).status).toBe(201)
    const { id } = await ask('/v1/refunds', refundOf(110))
    expect((await post(admin, '/v1/refunds', refundOf(20))).status).toBe(201)
    const answer = await decide(secondAdmin, id)
    expect(answer).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } })
    expect(await refundsOf(order.id)).toBe(2)
    expect((await decide(secondAdmin, id, 'refuse')).status).toBe(200)
  })

  test('of a price that somebody else changed meanwhile makes nothing', async () => {
    const { rows } = await shop.deps.database.query(
      'select id, seat_price_cents / 100 as price from fares where seat_price_cents > 10000 limit 1',
    )
    const [path, price] = [`/v1/fares/${String(rows[0]?.['id'])}`, Number(rows[0]?.['price'])]
    const set = (seat_price: number) => ({ fare: { seat_price } })
    const { id } = await ask(path, set(1), 'PATCH')
    await shop.call('PATCH', path, { token: admin.token, body: set(price + 5) })
    expect(await decide(admin, id)).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } })
    const again = await ask(path, set(1), 'PATCH')
    expect((await decide(admin, again.id)).status).toBe(200)
    expect(
      await shop.count('select seat_price_cents from fares where id = $1', Number(rows[0]?.['id'])),
    ).toBe(100)
  })

  test('that a process left in the middle is finished by the next press, without a second act', async () => {
    const { order } = await sellOrder(shop)
    const orderId = order.id
    const { id } = await ask('/v1/vouchers', voucherOf(orderId))
    expect((await decide(admin, id)).status).toBe(200)
    // As if the process had ended between the act and its note.
    await shop.deps.database.query("update approvals set state = 'running' where id = $1", [id])
    expect((await decide(admin, id)).status).toBe(409)
    shop.clock.advance(2)
    expect((await decide(secondAdmin, id)).status).toBe(409)
    expect((await decide(admin, id)).status).toBe(200)
    expect(await vouchersOf(orderId)).toBe(1)
  })

  test('is asked only for what the limit alone refuses', async () => {
    const { order } = await sellOrder(shop)
    const orderId = order.id
    const send = (path: string, body: Record<string, unknown>) =>
      post(clerk, '/v1/approvals', { approval: { method: 'POST', path, body } })
    const within = await send('/v1/vouchers', voucherOf(orderId, 5))
    expect(within).toMatchObject({ status: 201, body: { approval: null } })
    expect(await vouchersOf(orderId)).toBe(1)
    expect((await send('/v1/vouchers', voucherOf(orderId, -5))).status).toBe(422)
    expect((await send('/v1/users', { user: {} })).status).toBe(422)
    const guest = await openAccount(shop.deps)
    expect((await post(guest, '/v1/approvals', {})).status).toBe(403)
  })
})
