import { ProductCategoriesReply, ProductsReply } from '#contract/catalogue.ts'
import { expect, test } from '../support/browser.ts'
import { type RunningShop } from '../support/start-shop.ts'

const PAGES = [
  '/',
  '/product',
  '/product/the-new-yorker',
  '/terms-conditions',
  '/privacy-policy',
  '/promises',
  '/about-us',
  '/blog',
  '/blog/reading-the-water',
  '/faq',
  '/gift',
  '/miami',
  '/peek-inside-flight-miami-coastline',
  '/video-testimonials',
]
const TIDEWATER = (shop: RunningShop) => `http://tidewater.localhost:${String(shop.port)}`

async function catalogue({ origin }: RunningShop) {
  const products = await fetch(`${origin}/v1/products?brand_id[]=1&brand_id[]=4&$published=1&page_size=100`)
  const categories = await fetch(`${origin}/v1/product_categories?page_size=100`)
  return {
    products: ProductsReply.parse(await products.json()).products,
    categories: ProductCategoriesReply.parse(await categories.json()).product_categories,
  }
}

test('the front page shows the flights of its categories and no others', async ({ page, shop }) => {
  const { products, categories } = await catalogue(shop)
  const shown = new Set(categories.filter((one) => one.show_on_homepage).flatMap((one) => one.product_ids))
  const expected = products.filter(({ id }) => shown.has(id)).map(({ slug }) => `/product/${slug}`)
  expect(expected.length).toBeGreaterThan(2)
  expect(expected.length).toBeLessThan(products.length)

  await page.goto('/')
  const links = page.locator('.flight a')
  const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(hrefs.sort()).toEqual(expected.sort())
})

test('a flight has the same price on the front page and on its product page', async ({ page }) => {
  await page.goto('/')
  const card = page.locator('.flight', { hasText: 'The New Yorker' })
  const price = /\$[\d,.]+\d/.exec(await card.locator('.price').innerText())?.[0] ?? 'none'
  await expect(page.locator('.hero .lede')).toContainText(`From ${price} a seat`)
  await card.getByRole('link', { name: 'The New Yorker' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'The New Yorker' })).toBeVisible()
  await expect(page.locator('.facts')).toContainText(price)
})

test('a product answers by its id and by its slug and has one canonical address', async ({ page, shop }) => {
  for (const path of ['/product/6', '/product/the-new-yorker?utm_source=mail']) {
    expect((await page.goto(path))?.status()).toBe(200)
    const canonical = page.locator('link[rel=canonical]')
    await expect(canonical).toHaveAttribute(
      'href',
      `http://localhost:${String(shop.port)}/product/the-new-yorker`,
    )
  }
})

test('a departure chosen on the product page leads to the checkout with its day', async ({ page }) => {
  await page.goto('/product/6')
  const second = page.getByRole('radio').nth(1)
  const [date, departure] = ((await second.getAttribute('value')) ?? '').split('.')
  await second.check()
  await expect(page.locator('.rail-prices > div').nth(1)).toBeVisible()
  await expect(page.locator('.rail-prices > div').first()).toBeHidden()
  await page.getByRole('button', { name: 'Book this flight' }).click()
  const url = new URL(page.url())
  expect(url.pathname).toBe('/checkout/6')
  expect([url.searchParams.get('date'), url.searchParams.get('departure')]).toEqual([date, departure])
})

test('the finder passes the flight, the day and the party to the checkout', async ({ page }) => {
  await page.goto('/')
  await page.getByLabel('Flight', { exact: true }).selectOption({ label: 'Manhattan Sunset' })
  await page.getByLabel('Guests').selectOption('3')
  const answered = page.waitForRequest((request) => request.url().includes('/checkout?'))
  await page.getByRole('button', { name: 'See departures' }).click()
  const asked = new URL((await answered).url()).searchParams
  expect([asked.get('product'), asked.get('quantity')]).toEqual(['7', '3'])
  expect(asked.get('date-7')).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  await expect(page).toHaveURL(new RegExp(`/checkout/7\\?date=${String(asked.get('date-7'))}&quantity=3`))
})

for (const [path, message] of [
  ['/product/no-such-flight', "We couldn't find the page you're looking for."],
  ['/no/such/page', 'This page could not be found'],
] as const) {
  test(`${path} says in the fixed words that it is not found`, async ({ page }) => {
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(404)
    expect(answer?.headers()['cache-control']).toBe('no-store')
    await expect(page).toHaveTitle(`404 ${message} · Loft & Rotor`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Whoops! 404 Error')
    await expect(page.getByText(message, { exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/contact')
    await page.getByRole('link', { name: 'Go to the homepage' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manhattan, with the doors off.')
  })
}

test('the title of a refused form begins with Error', async ({ page, shop }) => {
  await page.goto('/product/6')
  const [date, departure] = ((await page.getByRole('radio').first().getAttribute('value')) ?? '').split('.')
  const answer = await page.request.post(
    `/checkout/6/pay?date=${date ?? ''}&departure=${departure ?? ''}&quantity=1`,
    { form: { intent: 'purchase' }, headers: { Origin: shop.origin } },
  )
  expect(answer.status()).toBe(422)
  expect(await answer.text()).toMatch(/<title>Error: (?!Error)[^<]+ · Loft &amp; Rotor<\/title>/)
})

test('the host selects the brand, and links name the configured host', async ({ page, shop }) => {
  await page.goto(`${TIDEWATER(shop)}/product/miami-coastline`)
  await expect(page.locator('html')).toHaveAttribute('data-brand', '2')
  await expect(page).toHaveTitle('Miami Coastline · Tidewater Heli')
  const canonical = page.locator('link[rel=canonical]')
  await expect(canonical).toHaveAttribute('href', `${TIDEWATER(shop)}/product/miami-coastline`)
})

test('storefront pages load no framework, have no inline styles and store nothing about a visitor', async ({
  page,
  shop,
}) => {
  for (const path of PAGES) {
    const answer = await page.goto(path)
    const html = (await answer?.text()) ?? ''
    // Structured data for search engines is no executable script.
    expect(html.match(/<script(?! type="application\/ld\+json")[^>]*>/g), path).toEqual([
      expect.stringMatching(/src="\/assets\/enhance-[\w-]+\.js"/),
    ])
    expect(html, path).not.toMatch(/\sstyle="/)
    expect(answer?.headers()['set-cookie'], path).toBeUndefined()
    expect(answer?.headers()['cache-control'], path).toBe('public, no-cache')
  }
  expect(shop.output()).not.toContain('unexpected failure')
})

test('every link inside the shop and every fragment has a target', async ({ page, shop }) => {
  const found = new Set<string>()
  for (const path of [...PAGES, '/product/12-minute-private-flight', '/no/such/page']) {
    await page.goto(path)
    const hrefs = await page
      .locator('a[href]')
      .evaluateAll((all) =>
        all.map((link) => new URL(link.getAttribute('href') ?? '', document.baseURI).href),
      )
    for (const href of hrefs) if (href.startsWith(shop.origin)) found.add(href)
  }
  expect(found.size).toBeGreaterThan(15)
  for (const href of found) {
    const url = new URL(href)
    const answer = await page.request.get(href)
    expect(answer.status(), href).toBeLessThan(url.pathname.startsWith('/no/') ? 500 : 400)
    if (url.hash) expect(await answer.text(), href).toContain(`id="${url.hash.slice(1)}"`)
  }
})

test('no page scrolls sideways at 320 pixels', async ({ page, shop }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  for (const origin of [shop.origin, TIDEWATER(shop)]) {
    for (const path of [
      ...PAGES.filter((one) => !one.includes('new-yorker')),
      '/product/los-angeles-lights',
      '/no',
    ]) {
      await page.goto(origin + path)
      const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(over, `${origin}${path}`).toBeLessThanOrEqual(0)
    }
  }
})

test('the menu opens on a phone, with and without scripts', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  const flights = page.locator('.menu').getByRole('link', { name: 'Flights' })
  await expect(flights).toBeHidden()
  await page.locator('.menu > summary').click()
  await flights.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All flights')
})
