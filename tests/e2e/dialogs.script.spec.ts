import { type Locator, type Page } from 'playwright/test'
import { logIn } from '../support/account-holder.ts'
import { expect, test } from '../support/browser.ts'
import { findFlight, payPath } from '../support/buyer.ts'

// All dialogs work alike: the page behind does not scroll; Escape, a click outside and the button
// close it; and the focus returns to what opened it.

const DEMO = { email: 'customer@example.com', password: 'fly-demo' }
const dialog = (page: Page) => page.getByRole('dialog')

async function expectOpen(page: Page): Promise<void> {
  await expect(dialog(page)).toBeVisible()
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe('hidden')
  expect(await dialog(page).evaluate((box) => box.contains(document.activeElement))).toBe(true)
}

async function expectClosed(page: Page, opener: Locator): Promise<void> {
  await expect(dialog(page)).toBeHidden()
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).overflowY))
    .not.toBe('hidden')
  await expect(opener).toBeFocused()
}

/** Opens the dialog three times and closes it in each of the three ways. */
async function expectDialog(page: Page, opener: Locator, shown: string | RegExp): Promise<void> {
  const address = page.url()
  const ways = [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(4, 4),
    () => dialog(page).getByRole('button', { name: 'Close' }).click(),
  ]
  for (const close of ways) {
    await opener.click()
    await expectOpen(page)
    await expect(dialog(page)).toContainText(shown)
    await close()
    await expectClosed(page, opener)
  }
  expect(page.url()).toBe(address)
}

test('Terms & Conditions and Privacy Policy open the dialog on every page that sells', async ({
  page,
  shop,
}) => {
  for (const path of [payPath(await findFlight(shop), 1), '/checkout/6/gift?fare=61']) {
    await page.goto(path)
    await page.getByLabel('Email', { exact: true }).fill('dana@example.com')
    await expectDialog(page, page.getByRole('link', { name: /^Terms & Conditions \(/ }), 'What you buy')
    await expectDialog(page, page.getByRole('link', { name: /^Privacy Policy \(/ }), 'Privacy Policy')
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue('dana@example.com')
  }
})

test('Send As Gift, the membership’s terms and the photos of a flight open the same dialog', async ({
  page,
  shop,
}) => {
  await page.goto(payPath(await findFlight(shop), 1))
  await expectDialog(page, page.getByRole('button', { name: 'Terms & Conditions Apply' }), 'in short')

  await page.goto('/account?next=/account/gift-cards')
  await logIn(page, DEMO)
  await page.locator('input[name=ids]').first().check()
  await expectDialog(page, page.getByRole('button', { name: 'Send As Gift' }), 'Recipient Email')

  await page.goto('/account/flights')
  await page.getByRole('region', { name: 'Flown' }).getByRole('link', { name: 'The New Yorker' }).click()
  const photo = page.getByRole('link', { name: 'Your flight, 1 of 3' })
  await expectDialog(page, photo, 'Photo 1 of 3')
  await photo.click()
  await dialog(page).getByRole('button', { name: 'Next photo' }).click()
  await expect(dialog(page).getByRole('img', { name: 'Your flight, 2 of 3' })).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(dialog(page)).toContainText('Photo 1 of 3')
})

test('the sale banner fits every width from 320 to 1600 pixels', async ({ page }) => {
  await page.goto('/')
  const banner = page.getByRole('complementary', { name: 'Offer' })
  await expect(banner.getByText('left', { exact: false })).toBeAttached()
  const devtools = await page.context().newCDPSession(page)
  const tooWide: number[] = []
  for (let width = 320; width <= 1600; width += 1) {
    await devtools.send('Emulation.setDeviceMetricsOverride', {
      ...{ width, height: 700, deviceScaleFactor: 1, mobile: false },
    })
    const over = await page.evaluate(() => {
      const bar = document.querySelector('.banner')
      const parts = [...(bar?.querySelectorAll('p, a, button, .banner-in') ?? [])]
      const right = Math.max(...parts.map((part) => part.getBoundingClientRect().right))
      return document.documentElement.scrollWidth > innerWidth || right > innerWidth || !bar
    })
    if (over) tooWide.push(width)
  }
  expect(tooWide).toEqual([])
})
