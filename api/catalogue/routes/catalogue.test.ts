import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  BrandsReply,
  FaresReply,
  FeesReply,
  ProductCategoriesReply,
  ProductReply,
  ProductsReply,
  SchedulesReply,
  TerminalReply,
  TerminalsReply,
  UpgradesReply,
} from '#contract/catalogue.ts'
import { products } from '#api/db/schema/catalogue.ts'
import { createTestApi, type TestApi } from '#tests/support/test-api.ts'

let shop: TestApi
beforeAll(async () => {
  shop = await createTestApi({ seeded: true })
})
afterAll(() => shop.close())

const get = (path: string) => shop.call('GET', path)
async function listProducts(query: string) {
  const { status, body } = await get(`/v1/products${query}`)
  expect(status).toBe(200)
  return ProductsReply.parse(body)
}
const idsIn = (reply: { products: { id: number }[] }) => reply.products.map((product) => product.id)

describe('products', () => {
  test('a brand lists its own products and those of all brands in the order of the shop', async () => {
    const query = '?brand_id[]=1&brand_id[]=4&$published=1&sort=publish_until'
    const reply = await listProducts(query)
    expect(idsIn(reply)).toEqual([6, 7, 10, 9, 11, 8, 13])
    expect(reply.meta.pagination).toEqual({ current_page: 1, total_pages: 1, total_count: 7, page_size: 50 })
  })

  test('prices are all-in prices', async () => {
    const { body } = await get('/v1/products/the-new-yorker')
    const { product } = ProductReply.parse(body)
    expect(product).toMatchObject({
      id: 6,
      seat_price: 229,
      seat_price_total: 252,
      flight_price: 1198,
      flight_price_total: 1269.45,
      from_price_total: 231,
      departure_terminal_name: 'Kearny Heliport',
      upgrade_ids: [1, 2, 3, 4, 5, 6],
      fare_id: 61,
      show_on_homepage: true,
    })
  })

  test('a product without seat prices is priced by the aircraft', async () => {
    const { product } = ProductReply.parse((await get('/v1/products/11')).body)
    expect(product).toMatchObject({ seat_price: null, seat_price_total: null, from_price_total: 1269.45 })
  })

  test('products in hidden categories only are not shown on the home page', async () => {
    const { product } = ProductReply.parse((await get('/v1/products/13')).body)
    expect(product.show_on_homepage).toBe(false)
  })

  test('visitors cannot see drafts, archived and not yet published products', async () => {
    const { db } = shop.deps.database
    const soon = new Date(shop.clock.now().getTime() + 1000)
    for (const change of [
      { publishStatus: 'draft' as const },
      { publishStatus: 'archived' as const },
      { publishAt: soon },
      { publishUntil: shop.clock.now() },
    ]) {
      const before = { publishStatus: 'published' as const, publishAt: null, publishUntil: null }
      await db.update(products).set(change).where(eq(products.id, 12))
      expect(idsIn(await listProducts('?brand_id=2'))).toEqual([])
      expect((await get('/v1/products/12')).status).toBe(404)
      await db.update(products).set(before).where(eq(products.id, 12))
    }
    expect(idsIn(await listProducts('?brand_id=2'))).toEqual([12])
  })

  test('sorting by the end of the publish window puts open ends last', async () => {
    const { db } = shop.deps.database
    const publishUntil = new Date('2030-01-01T00:00:00Z')
    await db.update(products).set({ publishUntil }).where(eq(products.id, 13))
    expect(idsIn(await listProducts('?sort=publish_until'))[0]).toBe(13)
    await db.update(products).set({ publishUntil: null }).where(eq(products.id, 13))
  })

  test('pages do not overlap and contain all rows', async () => {
    const pages = [1, 2, 3].map((page) => listProducts(`?page=${String(page)}&page_size=3&sort=-id`))
    const replies = await Promise.all(pages)
    expect(replies.flatMap(idsIn)).toEqual([13, 12, 11, 10, 9, 8, 7, 6])
    expect(replies[2]?.meta.pagination).toMatchObject({ current_page: 3, total_pages: 3, total_count: 8 })
    expect(idsIn(await listProducts('?page=9'))).toEqual([])
  })

  test.each([
    '?sort=seat_price_cents',
    '?page_size=101',
    '?page_size=0',
    '?page=0',
    '?brand_id=x',
    '?id[]=-1',
  ])('the query %s is refused', async (query) => {
    const { status, body } = await get(`/v1/products${query}`)
    expect(status).toBe(422)
    expect(Object.keys(body ?? {})).toHaveLength(1)
  })

  test.each(['/v1/products/999', '/v1/products/nowhere', '/v1/products/0', '/v1/products/99999999999'])(
    'GET %s answers 404',
    async (path) => {
      expect((await get(path)).status).toBe(404)
    },
  )
})

describe('the rest of the catalogue', () => {
  test('brands name the products they sell', async () => {
    const { brands } = BrandsReply.parse((await get('/v1/brands')).body)
    expect(
      brands.map(({ id, name, product_brand_ids, hosts }) => [id, name, product_brand_ids, hosts]),
    ).toEqual([
      [1, 'Loft & Rotor', [1, 4], []],
      [2, 'Tidewater Heli', [2, 4], ['tidewater.localhost']],
      [4, 'House', [4], []],
    ])
  })

  test('fares are listed by id', async () => {
    const { fares } = FaresReply.parse((await get('/v1/fares?id[]=61&id[]=111')).body)
    expect(fares).toMatchObject([
      { id: 61, product_id: 6, seat_price: 229, giftable: true },
      { id: 111, seat_price: null, flight_price: 1198, giftable: false },
    ])
  })

  test('terminals are read one by one and as a list', async () => {
    const { terminals } = TerminalsReply.parse((await get('/v1/terminals?sort=-id')).body)
    expect(terminals.map((terminal) => terminal.code)).toEqual(['VNY', 'OPF', 'JRB', 'KRN'])
    const { terminal } = TerminalReply.parse((await get('/v1/terminals/4')).body)
    expect(terminal.timezone).toBe('America/Los_Angeles')
    expect((await get('/v1/terminals/5')).status).toBe(404)
  })

  test('categories list their products', async () => {
    const reply = ProductCategoriesReply.parse((await get('/v1/product_categories')).body)
    expect(reply.product_categories.at(-1)).toMatchObject({ show_on_homepage: false, product_ids: [13] })
  })

  test('upgrades are listed for a product', async () => {
    const { upgrades } = UpgradesReply.parse((await get('/v1/upgrades?product_id=6')).body)
    expect(
      upgrades.map((one) => [one.name, one.price ?? `${String(one.percent)}%`, one.good_for_x_pax]),
    ).toEqual([
      ['Photo set', 49, 2],
      ['Wrist camera', 35, 1],
      ['Weather cover', '6%', 1],
      ['A toast on landing', 65, 0],
      ['Glass of champagne', 18, -1],
      ['A word from the cockpit', 25, 0],
    ])
    expect(upgrades[3]?.meta.question).toBe('What are you celebrating?')
  })

  test('fees of a brand are its own and those of every brand', async () => {
    const { fees } = FeesReply.parse((await get('/v1/fees?brand_id=1&enabled=true')).body)
    expect(fees.map((fee) => [fee.price, fee.percent, fee.per_seat])).toEqual([
      [8.05, null, true],
      [3.5, null, true],
      [null, 5, false],
    ])
  })

  test('the schedule has seven days, Sunday first, with derived tags and the sunset', async () => {
    const { schedule } = SchedulesReply.parse((await get('/v1/schedules?product_id=9')).body)
    expect(schedule.map((day) => day.day_of_week)).toEqual([0, 1, 2, 3, 4, 5, 6])
    // Wednesday 12 May 2027 at Van Nuys.
    expect(schedule[3]?.sunset_time).toBe('19:47')
    expect(schedule[3]?.departures.map((one) => [one.time, one.tag_list])).toEqual([
      ['20:45', ['night']],
      ['22:15', ['night']],
      ['23:45', ['midnight', 'night']],
    ])
  })

  test.each([
    ['/v1/brands/2', { brand: { slug: 'tidewater-heli' } }],
    ['/v1/product_categories/4', { product_category: { slug: 'short-hops' } }],
    ['/v1/fares/61', { fare: { name: 'Any day' } }],
    ['/v1/upgrades/3', { upgrade: { name: 'Weather cover', percent: 6, price: null } }],
    ['/v1/fees/3', { fee: { name: 'Fuel', percent: 5 } }],
  ])('GET %s answers one row', async (path, body) => {
    expect(await get(path)).toMatchObject({ status: 200, body })
    const nowhere = path.replace(/\d+$/, '')
    for (const id of ['999', '0', 'x', '1e1']) expect((await get(`${nowhere}${id}`)).status).toBe(404)
  })

  test('every call is in the OpenAPI document', async () => {
    const { body } = await get('/v1/openapi.json')
    expect(Object.keys((body as { paths: object }).paths)).toEqual(
      expect.arrayContaining(['/v1/products', '/v1/products/{id}', '/v1/fares', '/v1/schedules', '/v1/fees']),
    )
  })
})
