import { expect, test } from '../support/audited-browser.ts'
import {
  acceptTerms,
  CARD,
  fillParty,
  findFlight,
  payOnHostedPage,
  payPath,
  pressBookHere,
  typeCard,
} from '../support/buyer.ts'
import { expectBooked, fillAll } from '../support/card-buyer.ts'

// The provider's card fields arrive late, never, or only after a retry.

test('until the card form loads the page says where it will be, and loading shifts nothing', async ({
  page,
  shop,
  owed,
}) => {
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  let release = () => {}
  const held = new Promise<void>((settle) => (release = settle))
  await page.route('**/sandbox/stripe.js', async (route) => {
    await held
    await route.continue()
  })
  const { flight, email } = await fillAll({ page, shop, owed }, 'moves')
  const note = page.getByText('You enter your card on our payment provider’s secure page, next.')
  await expect(note).toBeVisible()
  await page.getByRole('button', { name: /^Book Your Flight/ }).scrollIntoViewIfNeeded()
  const button = page.getByRole('button', { name: /^Book Your Flight/ })
  await page.evaluate(() => document.fonts.ready)
  const before = await button.boundingBox()
  release()
  await expect(page.getByLabel('Card number')).toBeVisible()
  await expect(note).toBeHidden()
  // The height reserved for the wallet is rounded, so the layout shifts by less than half a
  // pixel.
  expect(Math.abs(((await button.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(0.5)
  expect(
    await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts.reduce((a, b) => a + b, 0)),
  ).toBeLessThan(0.02)
  // The device switches to dark mode, and the provider's fields switch with the page.
  const inkOf = (label: string) =>
    page.getByText(label, { exact: true }).evaluate((one) => getComputedStyle(one).color)
  const light = await inkOf('Card number')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => inkOf('Card number')).not.toBe(light)
  await typeCard(page, CARD)
  await pressBookHere(page)
  await expectBooked({ page, shop, owed }, flight, email)
})

for (const { what, block } of [
  { what: 'script', block: '**/sandbox/stripe.js' },
  { what: 'calls', block: '**/sandbox/stripe/v1/**' },
]) {
  test(`the page says that the provider’s ${what} did not load, and the hosted page sells`, async ({
    page,
    shop,
    owed,
    trouble,
  }) => {
    await page.route(block, (route) => route.abort('failed'))
    const { flight, email } = await fillAll({ page, shop, owed }, `blocked.${what}`)
    await expect(page.getByText('Card form didn’t load.')).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.locator('#card'), 'the pressed button is gone').toBeFocused()
    await expect(page.getByText('Card form didn’t load.')).toBeVisible()
    await pressBookHere(page)
    await payOnHostedPage(page, CARD)
    await expectBooked({ page, shop, owed }, flight, email)
    trouble.splice(0, Infinity, ...trouble.filter((one) => !one.includes('ERR_FAILED')))
  })
}

test('when the card form’s file fails, the page reloads once, says so and offers the hosted page', async ({
  page,
  shop,
  owed,
  trouble,
}) => {
  let documents = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.url().includes('/pay?')) documents += 1
  })
  await page.route('**/assets/card-form-*.js', (route) => route.abort('failed'))
  const flight = await findFlight(shop)
  const email = 'no.chunk@card.example.com'
  owed.push({ email, paid: 1 })
  await page.goto(payPath(flight, 1))
  await page.waitForFunction(() => {
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    return entry?.type === 'reload'
  })
  await expect(page.getByText('Card form didn’t load.')).toBeVisible()
  await expect(
    page.getByText('You enter your card on our payment provider’s secure page, next.'),
  ).toBeVisible()
  await fillParty(page, { email, names: ['Dana Whitlock'], weights: ['148'] })
  await acceptTerms(page)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Card form didn’t load.')).toBeVisible()
  expect(documents).toBe(2)
  await expect(page.getByLabel('Full name', { exact: true })).toHaveValue('Dana Whitlock')
  await pressBookHere(page)
  await payOnHostedPage(page, CARD)
  await expectBooked({ page, shop, owed }, flight, email)
  trouble.splice(0, Infinity, ...trouble.filter((one) => !one.includes('ERR_FAILED')))
})

test('the card form loads on a retry', async ({ page, shop, owed, trouble }) => {
  // Wallet and card both request the script in any order; the test holds it back until the page has
  // shown the failure.
  await page.route('**/sandbox/stripe.js', (route) => route.abort('failed'))
  const { flight, email } = await fillAll({ page, shop, owed }, 'again')
  const again = page.getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  await page.unroute('**/sandbox/stripe.js')
  await again.click()
  await typeCard(page, CARD)
  await pressBookHere(page)
  await expectBooked({ page, shop, owed }, flight, email)
  trouble.splice(0, Infinity, ...trouble.filter((one) => !one.includes('ERR_FAILED')))
})
