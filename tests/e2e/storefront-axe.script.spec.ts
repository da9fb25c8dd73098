import { expect, test } from '../support/browser.ts'
import { findAccessibilityBarriers, PAGE_VARIANTS } from '../support/accessibility-modes.ts'

/** These pages are in no sitemap, because searching must not find them. */
const ALSO = ['/redeem-voucher', '/checkout', '/account', '/video-testimonial', '/no/such/page']

/**
 * `npm run test:full` checks every page in every colour scheme; otherwise brands share the schemes,
 * and the first page stands for its kind.
 */
const full = process.env['FULL'] === 'true'

/**
 * Pages of one kind differ in words and pictures: the first one is checked in every scheme, the
 * others in turn.
 */
const kindOf = (path: string) =>
  path.replace(/^(\/\w[\w-]*\/|\/get-new-perspective-|\/peek-inside-flight-).+/, '$1')

for (const host of ['localhost', 'tidewater.localhost']) {
  test(`every storefront page passes axe: ${host}`, async ({ page, shop }) => {
    test.setTimeout(1_800_000)
    const origin = `http://${host}:${String(shop.port)}`
    // The address comes from a page of the shop, because only the browser resolves the other
    // brand's host.
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
