import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '#tests/support/test-api.ts'
import { testSettings } from '#tests/support/test-settings.ts'

const APP = 'https://app.example.com'
const OTHER = 'https://other.example.com'

let shop: TestApi
beforeAll(async () => {
  shop = await createTestApi({ seeded: true, settings: testSettings({ corsOrigins: [APP] }) })
})
afterAll(() => shop.close())

/** A browser's preflight request. */
const preflight = (origin: string, path = '/v1/orders', method = 'POST') =>
  shop.call('OPTIONS', path, {
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': method,
      'Access-Control-Request-Headers': 'authorization,content-type,idempotency-key',
    },
  })
const allowed = ({ headers }: { headers: Headers }) => headers.get('Access-Control-Allow-Origin')

describe('a page of a configured origin', () => {
  it('may send every call with a token, an idempotency key and a condition', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await preflight(APP, '/v1/users/me', method)
      expect(answer.status).toBe(204)
      expect(allowed(answer)).toBe(APP)
      expect(answer.headers.get('Access-Control-Allow-Methods')).toContain(method)
      const headers = answer.headers.get('Access-Control-Allow-Headers')?.split(',')
      expect(headers).toEqual(
        expect.arrayContaining(['Authorization', 'Content-Type', 'Idempotency-Key', 'If-Match']),
      )
    }
  })

  it('may read answers, refusals, ETag and Retry-After', async () => {
    const headers = { Origin: APP }
    for (const [path, status] of [
      ['/v1/products', 200],
      ['/v1/users/me', 401],
      ['/v1/nothing', 404],
    ] as const) {
      const answer = await shop.call('GET', path, { headers })
      expect(answer.status).toBe(status)
      expect(allowed(answer)).toBe(APP)
      expect(answer.headers.get('Access-Control-Expose-Headers')).toContain('Retry-After')
      expect(answer.headers.get('Vary')).toContain('Origin')
    }
  })

  it('is never allowed to send cookies', async () => {
    for (const answer of [
      await preflight(APP),
      await shop.call('GET', '/v1/products', { headers: { Origin: APP } }),
    ])
      expect(answer.headers.has('Access-Control-Allow-Credentials')).toBe(false)
  })
})

it('does not let pages of other origins read anything', async () => {
  expect(allowed(await preflight(OTHER))).toBeNull()
  expect(allowed(await shop.call('GET', '/v1/products', { headers: { Origin: OTHER } }))).toBeNull()
  expect(allowed(await shop.call('GET', '/v1/products', { headers: { Origin: 'null' } }))).toBeNull()
})

it('allows no origin when none is configured', async () => {
  const closed = await createTestApi({ seeded: true })
  const answer = await closed.call('GET', '/v1/products', { headers: { Origin: APP } })
  await closed.close()
  expect(allowed(answer)).toBeNull()
})
