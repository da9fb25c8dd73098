import { type Page } from 'playwright/test'
import { expect, test } from '../support/browser.ts'
import { compareScreenshot, comparePictures, getToleratedDifference } from '../support/compare-screenshots.ts'

// Compares six pages with their accepted screenshots; `tests/support/compare-screenshots.ts`
// explains how.

const PAGES = {
  front: '/',
  product: '/product/8',
  checkout: '/checkout/8',
  questions: '/faq',
  account: '/account',
  story: '/blog/reading-the-water',
}
const LOOKS = [
  { name: 'loft-and-rotor-desk', host: 'localhost', scheme: 'light', width: 1280, height: 900 },
  { name: 'tidewater-phone-dark', host: 'tidewater.localhost', scheme: 'dark', width: 360, height: 740 },
] as const
/**
 * Departures, prices and dates differ from day to day, so their boxes are masked and only their
 * places count.
 */
const OF_THE_DAY = `
  .cal, .board, .rail, .picks, .legend, .price, time, output { visibility: hidden !important }
  .banner { display: none !important }
`

const NOTHING = 'body * { visibility: hidden !important }'

const wear = (page: Page, only: string) =>
  page.evaluate((css) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets = [sheet]
  }, only)
const leaveOutTheDay = (page: Page) => wear(page, OF_THE_DAY)

for (const { name, host, scheme, width, height } of LOOKS) {
  test(`${name}: six pages match their screenshots and differ from an empty page`, async ({ page, shop }) => {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme: scheme })
    for (const [kind, path] of Object.entries(PAGES)) {
      await page.goto(`http://${host}:${String(shop.port)}${path}`, { waitUntil: 'networkidle' })
      await leaveOutTheDay(page)
      const picture = await page.screenshot({ animations: 'disabled' })
      const { difference, limit } = await compareScreenshot(picture, `${kind}-${name}`)
      expect(difference, `${kind}, ${name}`).toBeLessThan(limit)
      await wear(page, NOTHING)
      const empty = await page.screenshot({ animations: 'disabled' })
      expect(await comparePictures(picture, empty), `${kind}, empty`).toBeGreaterThan(limit)
    }
  })
}

test('the comparison notices a missing stylesheet and another background, but no changed word', async ({
  page,
  shop,
}) => {
  const { width, height } = LOOKS[0]
  await page.setViewportSize({ width, height })
  await page.goto(`${shop.origin}/faq`, { waitUntil: 'networkidle' })
  await leaveOutTheDay(page)
  const usual = await page.screenshot()
  const limit = await getToleratedDifference(usual)
  const difference = async () => comparePictures(usual, await page.screenshot())
  await page.locator('h1').evaluate((title) => (title.textContent = 'Questions, answered twice'))
  expect(await difference()).toBeLessThan(limit)
  const ground = page.locator('body')
  await ground.evaluate((body) => {
    const other = new CSSStyleSheet()
    other.replaceSync('body { background: #cfe3ff !important }')
    body.ownerDocument.adoptedStyleSheets.push(other)
  })
  expect(await difference()).toBeGreaterThan(limit)
  await page.evaluate(() => {
    document.adoptedStyleSheets = []
    for (const sheet of document.querySelectorAll('link[rel=stylesheet], style')) sheet.remove()
  })
  expect(await difference()).toBeGreaterThan(limit)
})
