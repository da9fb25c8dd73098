import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { departureAt, guestToken, logIn, openShop, placeOrder, seatOrder } from '#tests/support/shopper.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'
import { type TestApi } from '#tests/support/test-api.ts'
import { type Audience, audiences, permissions, type AccessScope } from '../rules/access/permissions.ts'
import { makeApiKey } from '#tests/support/make-api-key.ts'
import { requirePermissionRows } from './authenticate.ts'

let shop: TestApi
/** An order that belongs to none of the callers below. */
let orderId: number
beforeAll(async () => {
  const opened = await openShop()
  shop = opened.shop
  const departure = await departureAt(shop, 6, opened.nextDay(), '14:30')
  orderId = (await placeOrder(shop, await guestToken(shop), seatOrder(departure, 1))).id
})
afterAll(() => shop.close())

const tokens = new Map<Audience, string>()
async function tokenFor(audience: Audience): Promise<string | undefined> {
  if (audience === 'visitor') return undefined
  const cached = tokens.get(audience)
  if (cached !== undefined) return cached
  const made =
    audience === 'guest'
      ? guestToken(shop, 'admin@example.com')
      : audience === 'key'
        ? makeApiKey(shop).then(({ key }) => key)
        : audience === 'agent'
          ? openStaffMember(shop.deps, 'agent').then(({ token }) => token)
          : logIn(shop, `${audience}@example.com`)
  tokens.set(audience, await made)
  return made
}

async function callAs(audience: Audience, call: string, body: unknown) {
  const [method = '', pattern = ''] = call.split(' ')
  const path = pattern.replace(':token', 'guess').replace(':id', String(orderId))
  const token = await tokenFor(audience)
  if (['DELETE /v1/user_token', 'DELETE /v1/sessions'].includes(call)) tokens.delete(audience)
  return shop.call(method, path, {
    ...(token === undefined ? {} : { token }),
    ...(method === 'GET' || method === 'DELETE' ? {} : { body }),
  })
}

const cells = Object.entries(permissions).flatMap(([call, row]) =>
  audiences.map((audience) => [audience, call, row[audience]] as const),
)

// The body is empty: a caller that passes the table fails at the schema, before anything is
// written.
test.each(cells)('as %s, %s has the reach %s', async (audience, call, reach: AccessScope) => {
  const { status, body } = await callAs(audience, call, {})
  if (reach !== 'no') {
    expect([401, 403]).not.toContain(status)
    expect(status).toBeLessThan(500)
  } else if (audience === 'visitor') {
    expect({ status, body }).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
  } else {
    expect({ status, body }).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  }
})

describe('reach of own and any', () => {
  const calls = ['GET /v1/orders/:id', 'POST /v1/payments']
  const rows = calls.flatMap((call) => audiences.slice(1).map((audience) => [audience, call] as const))
  test.each(rows)('as %s, %s of another person’s order needs reach any', async (audience, call) => {
    const { status } = await callAs(audience, call, { order_id: orderId, stripe_payment: { hosted: true } })
    if (permissions[call]?.[audience] === 'any') expect(status).not.toBe(404)
    else expect(status).toBe(permissions[call]?.[audience] === 'no' ? 403 : 404)
  })
})

test('the rows that guard people and money have the expected values', () => {
  const money = { visitor: 'no', guest: 'own', customer: 'own', agent: 'own', pilot: 'own', key: 'no' }
  expect(permissions['POST /v1/orders']).toMatchObject(money)
  expect(permissions['POST /v1/payments']).toMatchObject(money)
  expect(permissions['GET /v1/orders/:id']).toEqual({
    ...money,
    staff: 'any',
    admin: 'any',
    key: 'any',
  })
})

test('the service does not start while a call has no row', () => {
  expect(() => {
    requirePermissionRows([{ method: 'PUT', path: '/v1/orders/:id' }])
  }).toThrow('PUT /v1/orders/:id')
})
