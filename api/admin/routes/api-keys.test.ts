import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ApiKeyReply, ApiKeysReply } from '#contract/integration.ts'
import { StaffMembersReply } from '#contract/staff-member.ts'
import { ErrorBody } from '#contract/errors.ts'
import { keyScopes, permissions, getRequiredScope } from '#api/rules/access/permissions.ts'
import { makeApiKey } from '#tests/support/make-api-key.ts'
import { departureAt, guestToken, logIn, openShop, placeOrder, seatOrder } from '#tests/support/shopper.ts'
import { openStaffMember } from '#tests/support/staff-member.ts'
import { type Answer, createTestApi, TEST_NOW, type TestApi } from '#tests/support/test-api.ts'
import { testSettings } from '#tests/support/test-settings.ts'

let shop: TestApi
let orderId: number
beforeAll(async () => {
  const opened = await openShop()
  shop = opened.shop
  const departure = await departureAt(shop, 6, opened.nextDay(), '14:30')
  orderId = (await placeOrder(shop, await guestToken(shop), seatOrder(departure, 1))).id
})
afterAll(() => shop.close())

const call = (token: string, method: string, path: string, body?: unknown): Promise<Answer> =>
  shop.call(method, path, { token, ...(body === undefined ? {} : { body }) })
const asAdmin = async (method: string, path: string, body?: unknown) =>
  call(await logIn(shop, 'admin@example.com'), method, path, body)
const FEE = { name: 'Landing', price: 4 }

describe('a key', () => {
  test('is shown once, stored as a hash, listed by its last letters, and records its last use', async () => {
    const { key, api_key } = await makeApiKey(shop, { scopes: ['orders:read'] })
    expect(key).toMatch(/^fsk_[A-Za-z0-9_-]{43}$/)
    expect(api_key).toMatchObject({ key_tail: key.slice(-4), last_used_at: null })
    const listed = async () => {
      const { body } = await asAdmin('GET', '/v1/api_keys')
      expect(JSON.stringify(body)).not.toContain(key)
      return ApiKeysReply.parse(body).api_keys.find(({ id }) => id === api_key.id)
    }
    expect((await listed())?.last_used_at).toBeNull()
    expect((await call(key, 'GET', '/v1/orders')).status).toBe(200)
    expect((await listed())?.last_used_at).toBe(shop.deps.clock.now().toISOString())
    const { rows } = await shop.deps.database.query('select * from api_keys, audit_log')
    expect(JSON.stringify(rows)).not.toContain(key)
  })

  test('is refused while its creator is suspended or not an admin, and works again afterwards', async () => {
    const maker = await openStaffMember(shop.deps, 'admin')
    const body = { api_key: { name: 'Till', scopes: ['orders:read'] } }
    const made = ApiKeyReply.parse((await call(maker.token, 'POST', '/v1/api_keys', body)).body)
    const opens = async () => (await call(made.key, 'GET', '/v1/orders')).status
    const told = async () => {
      const listed = ApiKeysReply.parse((await asAdmin('GET', '/v1/api_keys')).body).api_keys
      const people = StaffMembersReply.parse((await asAdmin('GET', '/v1/staff_members')).body).staff_members
      const keys = people.find(({ id }) => id === maker.userId)?.api_keys
      return [listed.find(({ id }) => id === made.api_key.id)?.asleep, keys]
    }
    expect([await opens(), ...(await told())]).toEqual([200, false, 1])
    const suspension = `/v1/staff_members/${String(maker.userId)}/suspension`
    expect((await asAdmin('PUT', suspension, {})).status).toBe(200)
    expect([await opens(), ...(await told())]).toEqual([401, true, 1])
    expect((await asAdmin('DELETE', suspension)).status).toBe(204)
    expect([await opens(), ...(await told())]).toEqual([200, false, 1])
    const role = { user: { role_ids: [2] } }
    expect((await asAdmin('PATCH', `/v1/users/${String(maker.userId)}`, role)).status).toBe(200)
    expect([await opens(), ...(await told())]).toEqual([401, true, 1])
  })

  test('may do only what its scopes name, and needs no scope for what visitors may read', async () => {
    const { key } = await makeApiKey(shop, { scopes: ['orders:read', 'fees:write'] })
    expect((await call(key, 'GET', `/v1/orders/${String(orderId)}`)).status).toBe(200)
    expect((await call(key, 'GET', '/v1/products')).status).toBe(200)
    expect((await call(key, 'POST', '/v1/fees', { fee: FEE })).status).toBe(201)
    const order = { tag_list: ['x'] }
    for (const [method, path, body] of [
      ['PATCH', `/v1/orders/${String(orderId)}`, { order }],
      ['GET', '/v1/departures', undefined],
      ['PATCH', '/v1/terminals/1', { terminal: { subtitle: 'Mine' } }],
    ] as const) {
      const refused = await call(key, method, path, body)
      expect(refused.status, path).toBe(403)
      expect(ErrorBody.parse(refused.body).error).toBe('This key may not do this.')
    }
  })

  test('with every scope still cannot touch keys, roles, webhook endpoints or money', async () => {
    const { key } = await makeApiKey(shop)
    for (const [method, path] of [
      ['POST', '/v1/api_keys'],
      ['GET', '/v1/api_keys'],
      ['POST', '/v1/webhook_endpoints'],
      ['GET', '/v1/webhook_deliveries'],
      ['PATCH', '/v1/users/1'],
      ['GET', '/v1/users'],
      ['GET', '/v1/users/me'],
      ['GET', '/v1/audit_log'],
      ['PATCH', '/v1/brands/1'],
      ['POST', '/v1/refunds'],
      ['POST', '/v1/credits'],
      ['POST', '/v1/orders'],
      ['POST', '/v1/payments'],
      ['GET', '/v1/flights/1/manifest'],
      ['POST', '/v1/second_factor'],
      ['POST', '/v1/user_token/renew'],
    ] as const) {
      const { status } = await call(key, method, path, method === 'GET' ? undefined : {})
      expect(status, `${method} ${path}`).toBe(403)
    }
    for (const scope of ['users', 'api_keys', 'webhook_endpoints', 'credits', 'roles', 'sessions'])
      expect(keyScopes.filter((one) => one.startsWith(`${scope}:`))).toEqual([])
  })

  test('is refused once it is revoked, expired or changed by a letter', async () => {
    const revoked = await makeApiKey(shop)
    expect((await asAdmin('DELETE', `/v1/api_keys/${String(revoked.api_key.id)}`)).status).toBe(204)
    expect((await asAdmin('DELETE', '/v1/api_keys/999999')).status).toBe(404)
    const later = new Date(shop.clock.now().getTime() + 60_000).toISOString()
    const over = await makeApiKey(shop, { expires_at: later })
    expect((await call(over.key, 'GET', '/v1/orders')).status).toBe(200)
    shop.clock.advance(1)
    for (const key of [revoked.key, over.key, `${over.key}x`, 'fsk_', 'fsk_guess']) {
      expect((await call(key, 'GET', '/v1/products')).status, key).toBe(401)
    }
    shop.clock.set(TEST_NOW)
  })

  test('is named in the audit log beside its creator', async () => {
    const { key, api_key } = await makeApiKey(shop)
    const made = await call(key, 'POST', '/v1/terminals', {})
    expect(made.status).toBe(422)
    expect((await call(key, 'PATCH', '/v1/terminals/1', { terminal: { subtitle: 'By a key' } })).status).toBe(
      200,
    )
    const { body } = await asAdmin('GET', `/v1/audit_log?api_key_id=${String(api_key.id)}`)
    expect(body).toMatchObject({
      audit_log: [
        {
          api_key_id: api_key.id,
          user_id: api_key.created_by,
          resource: 'terminals',
          after: { subtitle: 'By a key' },
        },
      ],
    })
  })

  test.each([
    ['an unknown scope', { scopes: ['users:write'] }],
    ['no scope', { scopes: [] }],
    ['an expiry in the past', { expires_at: '2020-01-01T00:00:00Z' }],
    ['an expiry in ten years', { expires_at: '2036-11-01T00:00:00Z' }],
    ['an unknown brand', { brand_id: 99, scopes: ['orders:read'] }],
    ['a scope of shared data for a key of one brand', { brand_id: 1, scopes: ['terminals:write'] }],
  ])('is not created with %s', async (_, fields) => {
    const api_key = { name: 'Till', scopes: ['orders:read'], ...fields }
    expect((await asAdmin('POST', '/v1/api_keys', { api_key })).status).toBe(422)
  })
})

test('a key of one brand lists, reads and writes that brand’s rows only', async () => {
  const scopes = [
    'orders:read',
    'orders:write',
    'departures:read',
    'departures:write',
    'fees:write',
    'order_item_seats:read',
  ]
  const { key: two } = await makeApiKey(shop, { brand_id: 2, scopes })
  const { key: one } = await makeApiKey(shop, { brand_id: 1, scopes })
  const id = String(orderId)
  expect((await call(one, 'GET', '/v1/orders')).body).toMatchObject({ orders: [{ id: orderId }] })
  for (const asked of ['', '?brand_id=1', '?everybody=1', '?everybody=1&brand_id=1'])
    expect((await call(two, 'GET', `/v1/orders${asked}`)).body, asked).toMatchObject({ orders: [] })
  expect((await call(one, 'GET', `/v1/orders/${id}`)).status).toBe(200)
  expect((await call(two, 'GET', `/v1/orders/${id}`)).status).toBe(404)
  expect((await call(two, 'PATCH', `/v1/orders/${id}`, { order: { tag_list: ['x'] } })).status).toBe(404)
  expect((await call(one, 'PATCH', `/v1/orders/${id}`, { order: { tag_list: ['x'] } })).status).toBe(200)
  expect((await call(one, 'GET', '/v1/order_item_seats')).body).toMatchObject({
    order_item_seats: [{ order_id: orderId }],
  })
  expect((await call(two, 'GET', '/v1/order_item_seats')).body).toMatchObject({ order_item_seats: [] })
  expect((await call(two, 'GET', '/v1/departures?product_id=6')).body).toMatchObject({ departures: [] })
  const fees = () => shop.deps.database.query('select count(*) as n from fees')
  const { rows: before } = await fees()
  for (const brand_id of [1, null])
    expect((await call(two, 'POST', '/v1/fees', { fee: { ...FEE, brand_id } })).status).toBe(403)
  expect((await fees()).rows).toEqual(before)
  const made = await call(two, 'POST', '/v1/fees', { fee: { ...FEE, brand_id: 2 } })
  expect(made.status).toBe(201)
  const fee = String((made.body as { fee: { id: number } }).fee.id)
  expect((await call(two, 'PATCH', `/v1/fees/${fee}`, { fee: { brand_id: 1 } })).status).toBe(403)
  expect((await call(one, 'DELETE', `/v1/fees/${fee}`)).status).toBe(404)
  expect((await call(two, 'DELETE', `/v1/fees/${fee}`)).status).toBe(204)
})

test('a key that calls too often is refused with 429', async () => {
  const { deps } = shop
  const limited = await createTestApi({
    database: deps.database,
    settings: { ...testSettings({ limitFactor: 1 }), secrets: deps.settings.secrets },
  })
  const { key } = await makeApiKey(shop)
  const answers: number[] = []
  for (let asked = 0; asked < 601; asked++) {
    answers.push((await limited.call('GET', '/v1/roles', { token: key })).status)
  }
  expect(answers.filter((status) => status === 200)).toHaveLength(600)
  expect(answers.at(-1)).toBe(429)
}, 60_000)

test('every call that a key may make has a scope or is readable by every visitor', () => {
  for (const [name, row] of Object.entries(permissions)) {
    if (row.key === 'no') continue
    expect(row.key).toBe('any')
    const scope = getRequiredScope(name)
    if (scope === undefined) expect(row.visitor, name).toBe('any')
    else expect(keyScopes).toContain(scope)
  }
})
