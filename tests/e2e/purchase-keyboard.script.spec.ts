import { type Page } from 'playwright/test'
import { findViolations } from '../support/accessibility-modes.ts'
import { expect, test } from '../support/browser.ts'
import {
  acceptTerms,
  CARD,
  fillParty,
  type FoundFlight,
  findFlight,
  readOrderId,
  payOnHostedPage,
  payPath,
  pressBook,
} from '../support/buyer.ts'

/** Presses Tab until the control has the focus; each stop on the way must be visible. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let stop = 0; stop < 120; stop += 1) {
    await page.keyboard.press('Tab')
    // The innermost focused element counts: the host of a shadow root has the focus of its field,
    // too.
    const focused = page.locator(':focus').last()
    if ((await focused.count()) === 0) continue
    const said = await focused.evaluate((element) => {
      const labelled = element.getAttribute('aria-labelledby')
      const by = labelled ? document.getElementById(labelled)?.textContent : undefined
      const label = 'labels' in element ? (element as HTMLInputElement).labels?.[0]?.textContent : undefined
      return (element.getAttribute('aria-label') ?? by ?? label ?? element.textContent ?? '').trim()
    })
    if (name.test(said)) return
  }
  throw new Error(`The keyboard does not reach ${String(name)}`)
}

/** Goes from the day's departures to a form that is ready to be sent. */
async function fillByKeys(page: Page, flight: FoundFlight, email: string): Promise<void> {
  await page.goto(`/checkout/6?date=${flight.date}`)
  // The day's times are one Tab stop; the arrow keys go through them.
  await tabTo(page, /^\d{1,2}:\d\d/)
  await page.keyboard.press('Space')
  const radio = page.getByRole('radio', { name: flight.time, exact: true })
  for (let press = 0; press < 8 && !(await radio.isChecked()); press += 1)
    await page.keyboard.press('ArrowDown')
  await expect(radio).toBeChecked()
  await tabTo(page, /^Continue to who and pay$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who is flying, and how to pay')

  await tabTo(page, /^Email$/)
  await page.keyboard.type(email)
  await tabTo(page, /^Full name$/)
  await page.keyboard.press('Enter')
  // Enter sends the form as the last button does; the summary shows, and the first field in error
  // has the focus.
  await expect(page.locator('#errors')).toBeVisible()
  await expect(page.getByLabel('Full name', { exact: true })).toBeFocused()
  await page.keyboard.type('Dana Whitlock')
}

async function typeCardByKeys(page: Page, labels: readonly [RegExp, RegExp, RegExp]): Promise<void> {
  for (const [index, text] of [CARD, '12 / 34', '123'].entries()) {
    await tabTo(page, labels[index] ?? /^$/)
    await page.keyboard.type(text)
  }
}

test('a shopper buys by keyboard alone, with the card typed into the page', async ({ page, shop }) => {
  const flight = await findFlight(shop)
  await fillByKeys(page, flight, 'keys.script@example.com')
  await expect(page.getByLabel('Card number')).toBeVisible()
  await typeCardByKeys(page, [/^Card number/, /^Expiration date/, /^Security code/])
  await tabTo(page, /^I accept the Terms/)
  await page.keyboard.press('Space')
  await tabTo(page, /^Book Your Flight/)
  await page.keyboard.press('Enter')
  await readOrderId(page)
})

test.describe('with JavaScript switched off', () => {
  test.use({ javaScriptEnabled: false })

  test('without scripts a shopper buys by keyboard alone, with the card on the secure page', async ({
    page,
    shop,
  }) => {
    const flight = await findFlight(shop)
    await fillByKeys(page, flight, 'keys.none@example.com')
    await tabTo(page, /^I accept the Terms/)
    await page.keyboard.press('Space')
    await tabTo(page, /^Book Your Flight/)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/sandbox\/checkout\//)
    await typeCardByKeys(page, [/^Card number/, /^Expiry/, /^CVC/])
    await tabTo(page, /^Pay/)
    await page.keyboard.press('Enter')
    await readOrderId(page)
  })
})

const everywhere = process.env['FULL'] === 'true'

/**
 * Checks that no page scrolls sideways down to 320 px or breaks an axe rule. It checks one width,
 * in the full run two.
 */
async function expectNoBarrier(page: Page, what: string): Promise<void> {
  for (const width of [1280, 360, 320]) {
    await page.setViewportSize({ width, height: 900 })
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide, `${what} at ${String(width)}`).toBeLessThanOrEqual(width)
    if (width === 320 || (width === 360 && !everywhere)) continue
    const violations = await findViolations(page, { type: 'tag', values: RULES })
    expect(
      violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`),
      what,
    ).toEqual([])
  }
}

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

for (const { brand, host, usual } of [
  { brand: 'Loft & Rotor', host: 'localhost', usual: 'light' },
  { brand: 'Tidewater Heli', host: 'tidewater.localhost', usual: undefined },
]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    if (!everywhere && colorScheme !== usual) continue
    test(`${brand}, ${colorScheme}: every page passes axe and does not scroll sideways`, async ({
      page,
      shop,
    }) => {
      test.slow()
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const product = host === 'localhost' ? 6 : 12
      const flight = await findFlight(shop, product)
      const origin = shop.origin.replace('localhost', host)
      const pay = `${origin}${payPath(flight, 1).replace('/6/', `/${String(product)}/`)}`
      for (const path of [
        `${origin}/checkout`,
        `${origin}/checkout/${String(product)}?date=${flight.date}&quantity=0&intent=continue`,
        `${origin}/checkout/${String(product)}?gift_card=1`,
        `${origin}/order-confirmation?order_id=1`,
        `${origin}/account/password-confirm?token=x`,
        pay,
      ]) {
        await page.goto(path)
        if (path === pay) {
          await page.getByRole('button', { name: /^Book Your Flight/ }).click()
          // Before hydration the browser sends the form and loads a new page.
          await expect(page.locator('#errors')).toBeVisible()
        }
        await expectNoBarrier(page, path)
      }
      await page.setViewportSize({ width: 1280, height: 900 })
      await fillParty(page, { email: `look.${colorScheme}@example.com`, names: ['Dana Whitlock'] })
      await acceptTerms(page)
      await pressBook(page)
      await expect(page).toHaveURL(/\/sandbox\/checkout\//)
      await expectNoBarrier(page, 'the hosted page')
      await payOnHostedPage(page, CARD)
      await readOrderId(page)
      await expectNoBarrier(page, 'the ticket')
    })
  }
}
