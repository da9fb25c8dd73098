import { describe, expect, test } from 'vitest'
import { testSettings } from '#tests/support/test-settings.ts'
import { getCanonicalOrigin, requireBrand } from './brand.server.ts'

const brand = (id: number, hosts: string[]) => ({
  ...{
    id,
    name: `Brand ${String(id)}`,
    slug: `brand-${String(id)}`,
    tagline: '',
    time_zone: 'America/New_York',
  },
  ...{ phone: '(201) 555-0142', email: 'hello@loftandrotor.example', hosts, product_brand_ids: [id] },
  guest_checkout: true,
})
const brands = [brand(1, []), brand(2, ['tidewater.localhost', 'tidewater.example'])]
const pagination = { current_page: 1, total_pages: 1, total_count: 2, page_size: 100 }

/**
 * The context of a shop whose `/v1` returns the given responses in turn, and the last one from then
 * on.
 */
function shopOf(...answers: (() => Response)[]) {
  let calls = 0
  const settings = { ...testSettings(), brandId: 1, publicUrl: 'https://fly.example:8443' }
  const callApi = () => Promise.resolve((answers[Math.min(calls++, answers.length - 1)] ?? Response.error)())
  const reportError = () => undefined
  const context = { shop: { settings, callApi, requestId: 'test', reportError } }
  return { context, settings, calls: () => calls }
}
const known = () => Response.json({ brands, meta: { pagination } })
const ask = (url: string) => new Request(url)

describe(requireBrand, () => {
  test.each([
    ['http://tidewater.localhost:3000/', 2],
    ['http://tidewater.example/product', 2],
    ['http://localhost:3000/', 1],
    ['http://evil.example/', 1],
    ['http://not-tidewater.example/', 1],
  ])('the address %s belongs to brand %i', async (url, id) => {
    expect((await requireBrand(ask(url), shopOf(known).context)).id).toBe(id)
  })

  test('brands are requested once a minute, not once a page', async () => {
    const shop = shopOf(known)
    await requireBrand(ask('http://localhost/'), shop.context)
    await requireBrand(ask('http://tidewater.example/'), shop.context)
    expect(shop.calls()).toBe(1)
  })

  test('a service without brands leaves the built-in one, and is asked again', async () => {
    const shop = shopOf(() => Response.json({ error: 'no', code: 'not_found' }, { status: 404 }), known)
    const builtIn = await requireBrand(ask('http://tidewater.example/'), shop.context)
    expect(builtIn).toMatchObject({ id: 1, name: 'Loft & Rotor', product_brand_ids: [1, 4] })
    expect((await requireBrand(ask('http://tidewater.example/'), shop.context)).id).toBe(2)
  })
})

describe(getCanonicalOrigin, () => {
  const { settings } = shopOf(known)

  test.each([
    [1, [], 'https://fly.example:8443'],
    [1, ['www.fly.example'], 'https://fly.example:8443'],
    [2, ['tidewater.example', 'other.example'], 'https://tidewater.example:8443'],
    [2, [], 'https://fly.example:8443'],
  ])('brand %i with the hosts %j has the address %s', (id, hosts, origin) => {
    expect(getCanonicalOrigin({ id, hosts }, settings)).toBe(origin)
  })
})
