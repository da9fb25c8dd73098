import { afterAll, beforeAll, expect, test } from 'vitest'
import { RefundReply } from '#contract/refund.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { logIn } from '#tests/support/shopper.ts'
import { sellOrder } from '#tests/support/sold-order.ts'

let shop: PayingShop
let token: string
beforeAll(async () => {
  shop = await openPayingShop()
  token = await logIn(shop, 'staff@example.com')
})
afterAll(() => shop.close())

const call = (method: string, path: string, body?: unknown) =>
  shop.call(method, path, { token, ...(body === undefined ? {} : { body }) })

async function lines(resource: string) {
  const { rows } = await shop.deps.database.query(
    `select a.action, a.resource_id, a.before, a.after, u.email from audit_log a join users u
      on u.id = a.user_id
     where a.resource = '${resource}' order by a.id`,
  )
  return rows
}
const staff = { email: 'staff@example.com' }

test('the audit log has a line for a comment that is written, changed or removed', async () => {
  const { order } = await sellOrder(shop, {})
  const comment = { commentable_type: 'order', commentable_id: order.id, public: false, body: 'Rang' }
  const made = await call('POST', '/v1/comments', { comment })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const id = String((made.body as { comment: { id: number } }).comment.id)
  expect((await call('PATCH', `/v1/comments/${id}`, { comment: { public: true } })).status).toBe(200)
  expect((await call('DELETE', `/v1/comments/${id}`)).status).toBe(204)
  expect((await call('DELETE', `/v1/comments/${id}`)).status).toBe(404)
  expect(await lines('comments')).toMatchObject([
    { action: 'create', before: null, after: { body: 'Rang' }, ...staff },
    { action: 'change', before: { public: false }, after: { public: true }, ...staff },
    { action: 'remove', before: { body: 'Rang', public: true }, after: null, ...staff },
  ])
})

test('the audit log says who granted credit, refunded or cancelled a departure, and why', async () => {
  const { order, buyer } = await sellOrder(shop, { seats: 2 })
  const credit = { user_id: buyer.userId, amount: 5, credit_type: 'goodwill', reason: 'Waited long' }
  expect((await call('POST', '/v1/credits', { credit })).status).toBe(201)
  expect(await lines('credits')).toMatchObject([
    { action: 'create', after: { amount: 5, reason: 'Waited long' }, ...staff },
  ])
  const given = await call('POST', '/v1/refunds', {
    refund: { order_id: order.id, amount: 10, reason: 'Cold' },
  })
  const { refund } = RefundReply.parse(given.body)
  expect(await lines('refunds')).toMatchObject([
    { resource_id: refund.id, after: { order_id: order.id, amount: 10, reason: 'Cold' }, ...staff },
  ])
  const { rows } = await shop.deps.database.query(
    `select flight_id from holds where order_id = ${String(order.id)}`,
  )
  const call_off = { flight_id: Number(rows[0]?.['flight_id']), reason: 'weather' }
  expect((await call('POST', '/v1/call_offs', { call_off })).status).toBe(201)
  expect(await lines('call_offs')).toMatchObject([
    { action: 'create', after: { reason: 'weather' }, ...staff },
  ])
})

test('a flight stores its operator and tail number, and an operator in use stays', async () => {
  const { order } = await sellOrder(shop, {})
  const { rows } = await shop.deps.database.query(
    `select flight_id from holds where order_id = ${String(order.id)}`,
  )
  const path = `/v1/flights/${String(rows[0]?.['flight_id'])}`
  const made = await call('POST', '/v1/operators', { operator: { name: 'Harbor Rotor' } })
  expect(made.status).toBe(201)
  const { id } = (made.body as { operator: { id: number } }).operator
  const flight = { operator_id: id, color: '#1d4ed8' }
  expect(await call('PATCH', path, { flight })).toMatchObject({ status: 200, body: { flight } })
  expect((await call('PATCH', path, { flight: { color: 'blue' } })).status).toBe(422)
  expect((await call('PATCH', path, { flight: { operator_id: 999 } })).status).toBe(422)
  expect((await call('DELETE', `/v1/operators/${String(id)}`)).status).toBe(409)
  expect(await lines('flights')).toMatchObject([
    { before: { operator_id: null, color: null }, after: flight },
  ])
})

test('a user’s row shows whether the mailbox is proven', async () => {
  const { body } = await call('GET', '/v1/users?email=staff@example.com')
  expect(body).toMatchObject({ users: [{ email: 'staff@example.com', email_proven: true }] })
})
