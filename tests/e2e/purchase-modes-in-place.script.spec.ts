import AxeBuilder from '@axe-core/playwright'
import { type Page } from 'playwright/test'
import { expect, test } from '../support/browser.ts'
import { findFlight, payPath } from '../support/buyer.ts'
import { holdScripts, untilHydrated } from '../support/hold-scripts.ts'
import { type RunningShop } from '../support/start-shop.ts'

const announced = (page: Page) => page.locator('#when').getByRole('status')
const ANSWERS = '**/checkout/6.data*'

/** Opens a day of next month, alive; a reload of the page from here on shows. */
async function openWhen(page: Page, shop: RunningShop) {
  const flight = await findFlight(shop)
  await page.goto(`/checkout/6?date=${flight.date}`)
  await untilHydrated(page)
  await page.evaluate(() => document.body.setAttribute('data-same-document', ''))
  return { flight, radio: page.getByRole('radio', { name: flight.time, exact: true }) }
}

const expectSameDocument = (page: Page) =>
  expect(page.locator('body[data-same-document]'), 'no page was loaded').toHaveCount(1)

const dayLinks = (page: Page) => page.getByRole('grid').getByRole('link')

test('a day is chosen in place: address, focus and announcement follow, and back goes back', async ({
  page,
  shop,
}) => {
  const { flight } = await openWhen(page, shop)
  const other = dayLinks(page).filter({ hasNot: page.locator('[aria-current]') }).and(page.locator(':not([aria-current]):not(.full)')).first() // prettier-ignore
  const date = (await other.getAttribute('data-date')) ?? ''
  await other.click()
  await expect(page.locator('#departures legend')).toBeFocused()
  await expect(announced(page)).toHaveText(/^\d+ departures? on \w+day \d+ \w+/)
  expect(new URL(page.url()).searchParams.get('date')).toBe(date)
  expect(new URL(page.url()).hash).toBe('')

  await page.goBack()
  await expect(page.locator('#departures legend')).toHaveText(flight.day)
  await page.goForward()
  await expect(page.locator(`[data-date="${date}"]`)).toHaveAttribute('aria-current', 'date')
  await expectSameDocument(page)
  // The address alone brings the same page, for whom it is sent to.
  await page.reload()
  await expect(page.locator(`[data-date="${date}"]`)).toHaveAttribute('aria-current', 'date')
})

test('time, party and extras change the price in place, and back takes the controls along', async ({
  page,
  shop,
}) => {
  const { radio, flight } = await openWhen(page, shop)
  const rail = page.getByRole('complementary', { name: 'Your order' })
  const quantity = page.getByLabel('Quantity', { exact: true })
  const more = page.getByRole('button', { name: 'One more seat' })
  await radio.check()
  await expect(announced(page)).toHaveText(/^Total \$\d+\.\d\d$/)
  await more.click()
  await more.click()
  await expect(more).toBeFocused()
  await expect(quantity).toHaveValue('3')
  await expect(rail).toContainText('3 seats')
  await quantity.fill('2')
  await expect(rail).toContainText('2 seats')
  await page.getByRole('checkbox', { name: 'Photo set' }).check()
  await expect(rail).toContainText('Photo set')
  await page.getByRole('radio', { name: 'Whole aircraft' }).check()
  await expect(page.getByRole('button', { name: 'One more guest' })).toBeVisible()
  expect(new URL(page.url()).searchParams.get('quantity_type')).toBe('flight')

  await dayLinks(page).and(page.locator(':not([aria-current]):not(.full)')).first().click()
  await expect(page.locator('#departures legend')).not.toHaveText(flight.day)
  await expect(page.locator('[name=departure]:checked')).toHaveCount(0)
  await page.goBack()
  await expect(page.locator('#departures legend')).toHaveText(flight.day)
  await expect(radio).toBeChecked()
  await expect(page.getByRole('radio', { name: 'Whole aircraft' })).toBeChecked()
  await expect(quantity).toHaveValue('2')
  await expectSameDocument(page)
})

test('what is wrong is said beside its field and takes nobody’s focus; Continue leads to its reasons', async ({
  page,
  shop,
}) => {
  await openWhen(page, shop)
  await page.getByRole('button', { name: 'Continue to who and pay' }).click()
  await expect(page.locator('#errors')).toBeFocused()
  const missing = page.locator('#departures-error')
  await expect(missing).toContainText('Please check you selected the date and time')
  await page.getByRole('button', { name: 'One more seat' }).click()
  await expect(page).toHaveURL(/quantity=2/)
  await expect(missing).toBeVisible()

  const quantity = page.getByLabel('Quantity', { exact: true })
  await quantity.fill('')
  await expect(page.locator('#quantity-error')).toHaveCount(0)
  await quantity.press('Tab')
  await expect(page.locator('#quantity-error')).toContainText('Please input a quantity')
  await expect(page.getByRole('button', { name: 'One more seat' })).toBeFocused()
  await expectSameDocument(page)
})

test('the calendar is one Tab stop with the keys of a date grid, and turns its pages', async ({
  page,
  shop,
}) => {
  const { flight } = await openWhen(page, shop)
  await expect(page.getByRole('grid').locator('[tabindex="0"]')).toHaveCount(1)
  const focusedDate = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset['date'] ?? '')
  await page.locator(`[data-date="${flight.date}"]`).focus()
  await page.keyboard.press('ArrowLeft')
  expect((await focusedDate()) < flight.date).toBe(true)
  await page.keyboard.press('ArrowRight')
  expect(await focusedDate()).toBe(flight.date)
  await page.keyboard.press('PageDown')
  await expect(page.locator('#calendar')).not.toContainText(flight.day.split(' ')[2] ?? '')
  await expect.poll(async () => (await focusedDate()) > flight.date).toBe(true)
  await expect(announced(page)).toHaveText(/^[A-Z][a-z]+ \d{4}$/)

  const previous = page.getByRole('link', { name: /^Previous month/ })
  await previous.focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('#calendar')).toContainText(flight.day.split(' ')[2] ?? '')
  await expect(previous).toBeFocused()
  await page.locator(`[data-date="${flight.date}"]`).press('Enter')
  await expect(page.locator('#departures legend')).toBeFocused()
  await expectSameDocument(page)
})

test('an answer nobody waits for any more is dropped', async ({ page, shop }) => {
  await openWhen(page, shop)
  const days = dayLinks(page).and(page.locator(':not([aria-current]):not(.full)'))
  const [first, second] = [days.nth(0), days.nth(1)]
  const wanted = (await second.getAttribute('data-date')) ?? ''
  let release: () => void = () => undefined
  const gate = new Promise<void>((open) => {
    release = open
  })
  let held = 0
  await page.route(ANSWERS, async (route) => {
    if ((held += 1) === 1) await gate
    await route.continue().catch(() => undefined)
  })
  await first.click()
  await expect.poll(() => held).toBe(1)
  await expect(page.locator('.loading-bar')).toBeVisible()
  await expect(page.locator('#departures')).toHaveAttribute('aria-busy', 'true')
  await second.click()
  await expect(page.locator(`[data-date="${wanted}"]`)).toHaveAttribute('aria-current', 'date')
  release()
  await expect(page.locator('.loading-bar')).toBeHidden()
  await expect(page.locator(`[data-date="${wanted}"]`)).toHaveAttribute('aria-current', 'date')
  expect(new URL(page.url()).searchParams.get('date')).toBe(wanted)
})

for (const [trouble, meet] of [
  ['the line is down', 'abort'],
  ['the server fails', 503],
] as const) {
  test(`when ${trouble}, what was chosen stays, and one can try again`, async ({
    page,
    shop,
    trouble: complaints,
  }) => {
    const { radio } = await openWhen(page, shop)
    await page.route(ANSWERS, (route) =>
      meet === 'abort' ? route.abort('aborted') : route.fulfill({ status: meet, body: 'upstream' }),
    )
    await radio.check()
    const said = page.getByRole('alert').filter({ hasText: 'What you chose is kept' })
    await expect(said).toBeVisible()
    await expect(radio).toBeChecked()
    await page.getByLabel('Quantity', { exact: true }).fill('2')
    await page.unroute(ANSWERS)
    await said.getByRole('button', { name: 'Try again' }).click()
    await expect(said).toHaveCount(0)
    await expect(page.getByRole('complementary', { name: 'Your order' })).toContainText('2 seats')
    await expectSameDocument(page)

    // While it is down the form is plain HTML: it asks for a page.
    await page.route(ANSWERS, (route) => route.abort('aborted'))
    await page.getByRole('checkbox', { name: 'Photo set' }).check()
    await expect(said).toBeVisible()
    await page.getByRole('button', { name: 'Continue to who and pay' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who is flying, and how to pay')
    // The failures were made here.
    expect(complaints.splice(0).filter((one) => !/503|ERR_ABORTED|\.data|SyntaxError/.test(one))).toEqual([])
  })
}

test('only the payment step asks for the provider’s script, and each answer has its own nonce', async ({
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
  test(`every way out of the step “${step}” loads a document`, async ({ page, shop }) => {
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
      const asked = page.waitForRequest((request) => request.isNavigationRequest(), { timeout: 5000 })
      await page.locator(`a[href="${href}"]:not([target])`).first().click()
      expect((await asked).resourceType(), href).toBe('document')
    }
  })
}

test('nothing moves when the page comes alive', async ({ page, shop }) => {
  const flight = await findFlight(shop)
  const places = () =>
    page.locator('main :is(h1, h2, h3, a, input, button, legend, img, dd)').evaluateAll((all) =>
      all
        // What a closed summary hides has no place yet.
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

for (const colorScheme of ['light', 'dark'] as const) {
  test(`${colorScheme}: nothing for axe to complain about after choosing in place`, async ({
    page,
    shop,
  }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const { radio } = await openWhen(page, shop)
    await radio.check()
    await expect(announced(page)).toHaveText(/^Total/)
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 900 })
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
        .analyze()
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)).toEqual([])
    }
  })
}
