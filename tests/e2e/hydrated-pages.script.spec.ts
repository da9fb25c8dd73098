import { expect, test } from '../support/browser.ts'
import { findFlight, payPath } from '../support/buyer.ts'
import { holdScripts, untilHydrated } from '../support/hold-scripts.ts'

test('only the payment step loads the provider’s script, and each answer has its own nonce', async ({
  page,
  shop,
}) => {
  const flight = await findFlight(shop)
  const asked: string[] = []
  page.on('request', (request) => {
    if (/stripe/i.test(request.url())) asked.push(request.url())
  })
  const nonceOf = async (path: string) => {
    const answer = await page.goto(path)
    return /'nonce-([^']+)'/.exec(answer?.headers()['content-security-policy'] ?? '')?.[1]
  }
  for (const path of ['/', '/product', '/product/6', '/checkout', '/terms-conditions', '/no/such/page'])
    expect(await nonceOf(path), path).toBeUndefined()
  const when = `/checkout/6?date=${flight.date}`
  const [first, second] = [await nonceOf(when), await nonceOf(when)]
  await untilHydrated(page)
  expect(first).toMatch(/^[\w+/=]{22,}$/)
  expect(second).not.toBe(first)
  expect(asked).toEqual([])
  const policyOf = async (path: string) =>
    (await page.request.get(path)).headers()['content-security-policy'] ?? ''
  expect(await policyOf(when)).toContain("frame-src 'none'")
  expect(await policyOf(payPath(flight, 1))).not.toContain("frame-src 'none'")
})

for (const step of ['when', 'pay'] as const) {
  test(`every link out of the step “${step}” loads a document`, async ({ page, shop }) => {
    const flight = await findFlight(shop)
    const start = step === 'when' ? `/checkout/6?date=${flight.date}` : payPath(flight, 1)
    await page.goto(start)
    const ways = await page
      .locator('a[href^="/"]:not([target])')
      .evaluateAll((all) =>
        all.map((link) => link.getAttribute('href') ?? '').filter((href) => !href.startsWith('/checkout/')),
      )
    expect(ways).toContain('/')
    expect(ways).toContain('/privacy-policy')
    for (const href of new Set(ways)) {
      await page.goto(start)
      await untilHydrated(page)
      const asked = page.waitForRequest((request) => request.isNavigationRequest())
      await page.locator(`a[href="${href}"]:not([target])`).first().click()
      expect((await asked).resourceType(), href).toBe('document')
    }
  })
}

test('keys pressed before hydration break nothing', async ({ page, shop }) => {
  // React cannot hold back a key for markup that it has not hydrated yet.
  await page.addInitScript(() => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      const key = new KeyboardEvent('keydown', { bubbles: true, key: 'Tab' })
      document.querySelector('main input')?.dispatchEvent(key)
      port2.postMessage('again')
    }
    port2.postMessage('first')
  })
  const flight = await findFlight(shop)
  for (const path of [`/checkout/6?date=${flight.date}`, payPath(flight, 1)]) {
    await page.goto(path)
    await untilHydrated(page)
  }
})

test('hydration causes no layout shift', async ({ page, shop }) => {
  const flight = await findFlight(shop)
  const places = () =>
    page.locator('main :is(h1, h2, h3, a, input, button, legend, img, dd)').evaluateAll((all) =>
      all
        // The content of a closed summary has no position yet.
        .filter((one) => one.checkVisibility())
        .map((one) => [one.tagName, one.getBoundingClientRect().x, one.getBoundingClientRect().y]),
    )
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    const release = await holdScripts(page)
    const search = `date=${flight.date}&departure=${String(flight.departureId)}&quantity=2`
    await page.goto(`/checkout/6?${search}`, { waitUntil: 'commit' })
    await expect(page.getByRole('contentinfo')).toBeAttached()
    await page.evaluate(() => document.fonts.ready)
    const before = await places()
    expect(before.length).toBeGreaterThan(30)
    release()
    await untilHydrated(page)
    expect(await places(), `${String(width)} px`).toEqual(before)
    await page.unrouteAll({ behavior: 'wait' })
  }
})
