import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { formatDollars } from '#app/format/format-dollars.ts'
import { type CrawledPage, readMetaContent } from '#tests/support/crawled-page.ts'
import { readJsonLd } from '#tests/support/json-ld.ts'
import { openShopPages, type ShopPages } from '#tests/support/shop-pages.ts'
import { createTestApi, type TestApi } from '#tests/support/test-api.ts'
import { isPrivate, type Walk, walkShop } from '#tests/support/walk-shop.ts'

// The test loads the whole shop once and walks over it twice, and the machine may be busy.
vi.setConfig({ hookTimeout: 300_000, testTimeout: 120_000 })

const BRANDS = [
  {
    name: 'Loft & Rotor',
    origin: 'http://shop.test',
    ownStory: 'a-morning-at-the-heliport',
    othersStory: 'before-the-breeze',
  },
  {
    name: 'Tidewater Heli',
    origin: 'http://tidewater.localhost',
    ownStory: 'before-the-breeze',
    othersStory: 'a-morning-at-the-heliport',
  },
] as const

/** Lists every page of the shop; `{…}` is filled from what the brand sells. */
const EXPECTED = [
  ...[
    '/',
    '/about-us',
    '/blog',
    '/buy-now-schedule-later',
    '/Disclaimed',
    '/faq',
    '/gift',
    '/gift-finder',
    '/press',
    '/product',
  ],
  ...[
    '/membership-terms-and-conditions',
    '/new-jersey-doors-off-helicopter',
    '/new-york-doors-off-helicopter',
  ],
  ...[
    '/privacy-policy',
    '/redeem-voucher',
    '/skyclub',
    '/terms-conditions',
    '/video-testimonials',
    '/affiliates',
  ],
  ...[
    '/get-new-perspective',
    '/peek-inside-flight',
    '/promises',
    '/contact',
    '/careers',
    '/contest',
    '/rentals',
  ],
  ...[
    '/survey',
    '/search',
    '/campaigns/fly15',
    '/campaigns/subscribe-to-miami',
    '/campaigns/nycc-2-pass-giveaway',
  ],
  '/campaigns/nyon-elite-frequent-flyer-program',
]
/** These pages exist for a brand that sells such a seat. */
const FROM_99 = '/campaigns/flights-starting-at-99-dollars'

let api: TestApi
let shop: ShopPages
/** The result of a crawl from the front page and the sitemap, by brand. */
const walks = new Map<string, Walk>()

beforeAll(async () => {
  api = await createTestApi({ seeded: true })
  shop = await openShopPages(api)
  for (const { name, origin } of BRANDS)
    walks.set(name, await walkShop(await shop.browser(undefined, origin), origin))
})
afterAll(() => api.close())

const walkOf = (name: string): Walk => {
  const found = walks.get(name)
  if (!found) throw new Error(`${name} was not walked over`)
  return found
}
/** The public pages, without those whose canonical address is another one. */
const publicPages = (name: string, origin: string) =>
  [...walkOf(name).pages.values()].filter(
    ({ path, canonical }) => !isPrivate(path) && (!canonical || canonical === origin + path),
  )

const twice = (values: (string | undefined)[]) => values.filter((value, at) => values.indexOf(value) !== at)

describe.each(BRANDS)('$name', ({ name, origin, ownStory, othersStory }) => {
  test('every page is reachable, and no link is broken', () => {
    const { pages, broken } = walkOf(name)
    expect(broken).toEqual([])
    expect(EXPECTED.filter((path) => !pages.has(path))).toEqual([])
    expect(pages.has(FROM_99)).toBe(name === 'Loft & Rotor')
    for (const kind of [
      '/product/',
      '/blog/',
      '/video-testimonial/',
      '/affiliates/',
      '/get-new-perspective-',
      '/peek-inside-flight-',
    ]) {
      expect([...pages.keys()].filter((path) => path.startsWith(kind)).length, kind).toBeGreaterThan(2)
    }
  })

  test('every fragment has a target', () => {
    const { pages } = walkOf(name)
    const lost: string[] = []
    for (const { path, links } of pages.values()) {
      for (const link of links) {
        const url = new URL(link, origin + path)
        const target = url.origin === origin && url.hash.length > 1 ? pages.get(url.pathname) : undefined
        if (target && !target.ids.has(decodeURIComponent(url.hash.slice(1)))) lost.push(`${path}: ${link}`)
      }
    }
    expect(lost).toEqual([])
  })

  test('the sitemap names every public page, and each page is its own canonical address', () => {
    const { sitemap, pages } = walkOf(name)
    const noindex = (page: CrawledPage) => /noindex/.test(readMetaContent(page.html, 'robots') ?? '')
    const found = publicPages(name, origin).filter((page) => !noindex(page))
    expect(twice(sitemap)).toEqual([])
    expect(sitemap.map((address) => address.replace(/\/$/, '')).sort()).toEqual(
      found.map(({ path }) => (origin + path).replace(/\/$/, '')).sort(),
    )
    for (const address of sitemap) expect(pages.get(new URL(address).pathname)?.canonical).toBe(address)
  })

  test('every page has a title and a description that no other page has', () => {
    const pages = publicPages(name, origin)
    expect(pages.length).toBeGreaterThan(40)
    expect(twice(pages.map(({ title }) => title))).toEqual([])
    expect(pages.filter(({ description }) => !description).map(({ path }) => path)).toEqual([])
    expect(twice(pages.map(({ description }) => description))).toEqual([])
    const other = BRANDS.find((brand) => brand.name !== name)?.name ?? ''
    const strange = pages.filter(({ html }) => html.includes(other.replace('&', '&amp;')))
    expect(strange.map(({ path }) => path)).toEqual([])
  })

  test('each page has a picture for sharing', async () => {
    const { browser } = walkOf(name)
    const images = new Map(publicPages(name, origin).map(({ path, shareImage }) => [path, shareImage]))
    expect([...images].filter(([, image]) => !image?.startsWith(`${origin}/share/`))).toEqual([])
    for (const image of new Set(images.values())) {
      const { pathname } = new URL(image ?? '')
      const answer = await browser.get(pathname)
      expect([pathname, answer.status, answer.headers.get('Content-Type')]).toEqual([
        pathname,
        200,
        'image/jpeg',
      ])
      expect(answer.headers.get('Cache-Control'), pathname).toContain('max-age')
      const { width, height } = await sharp(answer.bytes).metadata()
      expect([width, height], pathname).toEqual([1200, 630])
    }
  })

  test('feeds carry the stories in full', async () => {
    const { browser, pages } = walkOf(name)
    const home = pages.get('/')?.html ?? ''
    const [, path = ''] =
      /<link rel="alternate" type="application\/rss\+xml"[^>]*href="([^"]*)"/.exec(home) ?? []
    const { html: feed } = await browser.get(path)
    const stories = [...pages.keys()].filter((one) => one.startsWith('/blog/') && !one.includes('.'))
    const links = [...feed.matchAll(/<guid[^>]*>([^<]*)<\/guid>/g)].map(([, address]) => address)
    expect(stories.length).toBeGreaterThan(5)
    expect(links.sort()).toEqual(stories.map((one) => origin + one).sort())
    // Feed readers show a story without the shop around it.
    expect(feed).not.toMatch(/(?:href|src|srcset)=(?:&quot;|")\//)
  })

  test('the brand that flies from a place tells its story', async () => {
    const { browser, pages } = walkOf(name)
    expect(pages.has(`/blog/${ownStory}`)).toBe(true)
    expect(pages.has(`/blog/${othersStory}`)).toBe(false)
    expect((await browser.get(`/blog/${othersStory}`)).status).toBe(404)
  })

  test('pictures in stories are 900 pixels wide and in modern formats', async () => {
    const { browser, pages } = walkOf(name)
    const html = pages.get('/blog/reading-the-water')?.html ?? ''
    const pictures = [...html.matchAll(/(?:srcset|src)="(\/blog\/pictures\/[^"]*)"/g)].map(
      ([, path = '']) => path,
    )
    const formats: (string | undefined)[] = []
    for (const path of pictures) {
      const answer = await browser.get(path)
      const { width, format, compression } = await sharp(answer.bytes).metadata()
      expect([path, answer.status, width]).toEqual([path, 200, 900])
      formats.push(format === 'heif' ? compression : format)
    }
    expect(formats).toEqual(['av1', 'webp', 'jpeg'])
    for (const other of ['atlantis-day-1', 'miami-day-9'])
      expect((await browser.get(`/blog/pictures/${other}.jpg`)).status).toBe(404)
  })

  test('structured data is complete, and its prices match the page', () => {
    const { pages } = walkOf(name)
    const wrong: string[] = []
    const kinds = new Set<string>()
    for (const page of pages.values()) {
      for (const text of page.jsonLd) {
        const { problems, type, price } = readJsonLd(text, origin)
        kinds.add(type)
        wrong.push(...problems.map((problem) => `${page.path}: ${problem}`))
        const shown = price === undefined ? '' : formatDollars(Number(price))
        if (!page.html.includes(shown)) wrong.push(`${page.path}: ${shown}`)
      }
    }
    expect(wrong).toEqual([])
    expect([...kinds].sort()).toEqual(['Article', 'BreadcrumbList', 'FAQPage', 'Product'])
  })

  test('every page is valid HTML', async () => {
    const { checkHtml } = await import('#tests/support/check-html.mjs')
    const wrong: string[] = []
    for (const { path, html } of walkOf(name).pages.values()) {
      wrong.push(...(await checkHtml(html)).map((problem) => `${path} ${problem}`))
    }
    expect(wrong).toEqual([])
  })
})

describe('addresses', () => {
  const get = (path: string, method: 'GET' | 'HEAD' = 'GET') =>
    walkOf('Loft & Rotor').browser.get(path, method)

  test.each([
    ['/FAQ', '/faq'],
    ['/faq/?utm_source=mail&x=1', '/faq?utm_source=mail&x=1'],
    ['/New-Jersey/?a=b', '/new-jersey?a=b'],
    ['/disclaimed?a=b', '/Disclaimed?a=b'],
    ['/Blog/Reading-The-Water', '/blog/reading-the-water'],
    ['/Peek-Inside-Flight-The-New-Yorker/', '/peek-inside-flight-the-new-yorker'],
  ])('%s redirects permanently to %s', async (typed, path) => {
    for (const method of ['GET', 'HEAD'] as const) {
      const { status, location } = await get(typed, method)
      expect([status, location]).toEqual([301, path])
    }
  })

  test.each([
    ['/blog/nobody-wrote-this', "We couldn't find the page you're looking for."],
    ['/video-testimonial/nobody', "We couldn't find the page you're looking for."],
    ['/affiliates/nobody', "We couldn't find the page you're looking for."],
    ['/product/nothing', "We couldn't find the page you're looking for."],
    ['/atlantis', 'This page could not be found'],
    ['/miami/beach', 'This page could not be found'],
    ['/constructor', 'This page could not be found'],
  ])('GET %s answers 404', async (path, words) => {
    const { status, html } = await get(path)
    expect(status).toBe(404)
    expect(html.replaceAll('&#x27;', "'")).toContain(words)
    expect((await get(path, 'HEAD')).status).toBe(404)
  })

  test('the page of an unknown flight answers 404 and lists the flights on sale', async () => {
    for (const word of ['get-new-perspective', 'peek-inside-flight']) {
      const { status, html } = await get(`/${word}-to-the-moon`)
      expect(status).toBe(404)
      expect(html).toContain(`href="/${word}-the-new-yorker"`)
      expect(readMetaContent(html, 'robots')).toBe('noindex')
    }
  })

  test('only a brand that flies from a heliport shows its page', async () => {
    const other = walkOf('Tidewater Heli').browser
    expect((await get('/new-jersey')).status).toBe(200)
    expect((await other.get('/new-jersey')).status).toBe(404)
    expect((await other.get('/miami')).html).toMatch(/Sunset here today[\s\S]*?\d:\d\d/)
  })
})
