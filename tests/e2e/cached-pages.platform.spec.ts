import { expect, test } from 'playwright/test'
import { NextDeparturesReply } from '#contract/availability.ts'
import { JwtReply } from '#contract/people.ts'
import { copyDemoData } from '../support/prepare-shop.ts'
import { type RunningShop, startShop } from '../support/start-shop.ts'

let shop: RunningShop
test.beforeAll(async () => {
  shop = await startShop({ dataDir: copyDemoData() })
})
test.afterAll(async () => {
  await shop.stop()
})

const get = (path: string, headers: Record<string, string> = {}) => fetch(shop.origin + path, { headers })
const textOf = async (path: string, headers?: Record<string, string>) =>
  (await (await get(path, headers)).text()).replaceAll('<!-- -->', '')
const post = async (path: string, body: unknown, token?: string) => {
  const headers = {
    'Content-Type': 'application/json',
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
  }
  const answer = await fetch(shop.origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
  expect(answer.status).toBe(201)
  return (await answer.json()) as unknown
}

for (const path of [
  '/',
  '/product',
  '/product/6',
  '/terms-conditions',
  '/privacy-policy',
  '/promises',
  '/faq',
  '/blog',
]) {
  test(`${path} is the same for every visitor and answers 304 when it is unchanged`, async () => {
    const first = await get(path)
    const html = await first.text()
    const etag = first.headers.get('ETag') ?? ''
    expect([first.status, first.headers.get('Cache-Control')]).toEqual([200, 'public, no-cache'])
    expect(etag).not.toBe('')
    expect(await (await get(path, { Cookie: 'session=forged; __Host-session=forged' })).text()).toBe(html)
    const again = await get(path, { 'If-None-Match': etag })
    expect([again.status, await again.text()]).toEqual([304, ''])
    for (const { headers } of [first, again]) {
      expect(headers.get('Set-Cookie')).toBeNull()
      expect(headers.get('Content-Security-Policy')).toContain("default-src 'self'")
      expect(headers.get('X-Frame-Options')).toBe('DENY')
    }
    const linked = await get(`${path}?utm_source=letter&gclid=1`)
    expect(linked.headers.get('Cache-Control')).toBe('private, no-cache')
    expect(linked.headers.get('Set-Cookie')).toMatch(/^arrival=.*HttpOnly/)
    expect(linked.headers.get('ETag')).toBe(first.headers.get('ETag'))
    expect((await get(`${path}?nobody-knows=1`)).headers.get('Cache-Control')).toBe('private, no-store')
  })
}

test('seats sold a moment ago disappear from the page', async () => {
  const answer = await get('/v1/availability/next?product_id=6&limit=1')
  const [departure] = NextDeparturesReply.parse(await answer.json()).departures
  expect(departure?.seats_left).toBe(4)
  const before = await textOf('/product/6')
  expect(before).not.toContain('3 seats left')

  const { jwt } = JwtReply.parse(await post('/v1/customers', { customer: { email: 'early@example.com' } }))
  const seats = [{ departure_id: departure?.departure_id, depart_at: departure?.depart_at, quantity: 1 }]
  await post('/v1/orders', { brand_id: 1, order_item_seats_attributes: seats }, jwt)
  expect(await textOf('/product/6')).toContain('3 seats left')
})

test('pages of one visitor are never cached', async () => {
  for (const path of ['/checkout/6', '/product/none']) {
    const { headers } = await get(path)
    expect(headers.get('ETag')).toBeNull()
    expect(headers.get('Cache-Control')).toContain('no-store')
  }
})
