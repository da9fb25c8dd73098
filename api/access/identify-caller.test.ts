import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FoundCallers } from '../http/http.ts'
import { countQueries } from '#tests/support/count-queries.ts'
import { guestToken } from '#tests/support/shopper.ts'
import { createTestApi, type TestApi } from '#tests/support/test-api.ts'

let shop: TestApi
let token: string
beforeAll(async () => {
  shop = await createTestApi({ seeded: true })
  token = await guestToken(shop)
})
afterAll(() => shop.close())

const me = async (headers: Record<string, string>, query = '') =>
  (await shop.call('GET', `/v1/users/me${query}`, { headers })).status

test('only the Authorization header identifies the caller, never a cookie', async () => {
  expect(await me({ Authorization: `Bearer ${token}` })).toBe(200)
  expect(await me({ Cookie: `token=${token}; session=${token}; Authorization=Bearer ${token}` })).toBe(401)
  expect(await me({}, `?token=${token}&access_token=${token}`)).toBe(401)
  expect(await me({ Authorization: `Basic ${btoa(`:${token}`)}` })).toBe(401)
  expect(await me({ Authorization: token })).toBe(401)
})

test('no page of another origin may read an answer or send JSON', async () => {
  const origin = { Origin: 'https://evil.example' }
  const read = await shop.call('GET', '/v1/products', { headers: origin })
  expect(read.headers.get('Access-Control-Allow-Origin')).toBeNull()
  const preflight = await shop.api.fetch(
    new Request('http://v1.internal/v1/orders', {
      method: 'OPTIONS',
      headers: { ...origin, 'Access-Control-Request-Method': 'POST' },
    }),
  )
  expect(preflight.headers.get('Access-Control-Allow-Origin')).toBeNull()
})

describe('the reads of one page', () => {
  const signedIn = async () => {
    const own = await guestToken(shop)
    const callers: FoundCallers = new Map()
    const call = (method: string, path: string, bindings = { callers }, body?: object) =>
      shop.call(method, path, { token: own, bindings, ...(body ? { body } : {}) })
    const sessionReads = async (work: () => Promise<unknown>) => {
      const texts = await countQueries(shop.deps.database, work)
      return texts.filter((text) => text.includes('"second_factor_at"') && text.includes('from "sessions"'))
        .length
    }
    return { own, call, sessionReads }
  }

  test('find their caller once, and those of the next page find theirs anew', async () => {
    const { call, sessionReads } = await signedIn()
    const page = () => ({ callers: new Map() as FoundCallers })
    const reads = (bindings: { callers: FoundCallers }) => async () => {
      expect((await call('GET', '/v1/users/me', bindings)).status).toBe(200)
      expect((await call('GET', '/v1/orders', bindings)).status).toBe(200)
    }
    expect(await sessionReads(reads(page()))).toBe(1)
    expect(await sessionReads(reads(page()))).toBe(1)
  })

  test('share their caller with questions that are sent with a body, and with no write', async () => {
    const { call, sessionReads } = await signedIn()
    const bindings = { callers: new Map() as FoundCallers }
    const asks = (path: string) => async () => {
      expect((await call('GET', '/v1/users/me', bindings)).status).toBe(200)
      expect((await call('POST', path, bindings, {})).status).toBe(422)
    }
    expect(await sessionReads(asks('/v1/quotes'))).toBe(1)
    expect(await sessionReads(asks('/v1/orders'))).toBe(1)
  })

  test('never get another token’s caller', async () => {
    const { call } = await signedIn()
    await call('GET', '/v1/users/me')
    const other = await guestToken(shop)
    const callers: FoundCallers = new Map()
    const me = async (of: string) =>
      (await shop.call('GET', '/v1/users/me', { token: of, bindings: { callers } })).body
    expect(await me(token)).not.toEqual(await me(other))
    expect((await shop.call('GET', '/v1/users/me', { bindings: { callers } })).status).toBe(401)
  })

  test('are refused after a call of the same page has ended the session', async () => {
    const { call } = await signedIn()
    expect((await call('GET', '/v1/users/me')).status).toBe(200)
    expect((await call('DELETE', '/v1/user_token')).status).toBe(204)
    expect((await call('GET', '/v1/users/me')).status).toBe(401)
  })
})
