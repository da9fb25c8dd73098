import { expect, test } from '../support/browser.ts'
import { findAccessibilityBarriers, PAGE_VARIANTS } from '../support/accessibility-modes.ts'

/** Pages that are in no sitemap: nobody is to find them by searching. */
const ALSO = ['/redeem-voucher', '/checkout', '/account', '/video-testimonial', '/no/such/page']

/**
 * `npm run test:full` looks at every page in every look; otherwise brands share the looks, and a
 * kind is its first page.
 */
const full = process.env['FULL'] === 'true'

/**
 * Pages of one kind differ in their words and pictures: the first is looked at in every look, the
 * others in turn.
 */
const kindOf = (path: string) =>
  path.replace(/^(\/\w[\w-]*\/|\/get-new-perspective-|\/peek-inside-flight-).+/, '$1')

for (const host of ['localhost', 'tidewater.localhost']) {
  test(`nobody is shut out from any page of the window: ${host}`, async ({ page, shop }) => {
    test.setTimeout(1_800_000)
    const origin = `http://${host}:${String(shop.port)}`
    // By a page of the shop: only the browser knows where the other brand's host is.
    await page.goto(`${origin}/faq`)
    const map = await page.evaluate(async () => (await fetch('/sitemap.xml')).text())
    const listed = [...map.matchAll(/<loc>([^<]*)<\/loc>/g)].map(
      ([, address = '']) => new URL(address).pathname,
    )
    expect(listed.length).toBeGreaterThan(40)
    const wrong: string[] = []
    const kinds = new Set<string>()
    for (const [at, path] of [...listed, ...ALSO].entries()) {
      if (kinds.has(kindOf(path)) && !full) continue
      const turn = (at + (host === 'localhost' ? 0 : 1)) % 2
      const looks = kinds.has(kindOf(path)) || !full ? PAGE_VARIANTS.slice(turn, turn + 1) : PAGE_VARIANTS
      kinds.add(kindOf(path))
      await page.goto(origin + path, { waitUntil: 'domcontentloaded' })
      for (const look of looks) wrong.push(...(await findAccessibilityBarriers(page, path, look)))
    }
    expect(wrong).toEqual([])
  })
}
