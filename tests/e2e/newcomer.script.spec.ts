import { type Page } from 'playwright/test'
import { expect, test as base } from '../support/audited-browser.ts'
import { putOnSale, typeProduct } from '../support/new-product.ts'

// Somebody who was never here finds every step by what is written on the page.

// A shop that nobody else uses: whoever comes second finds the second factor set up.
const test = base.extend({
  // Playwright requires a destructured first argument even when it is empty.
  furnish: [async ({}, use) => use(() => Promise.resolve()), { scope: 'worker' }],
})

const PRODUCT = 'First Light'
const EMAIL = 'first.caller@example.com'

const main = (page: Page) => page.getByRole('main')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const press = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name }).first().click()
const go = (page: Page, place: string) =>
  page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: place }).click()

/** From the shop's front page to the desk, with the test shop's own authenticator. */
async function enterDesk(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('link', { name: 'Account' }).first().click()
  await page.getByLabel('Email', { exact: true }).fill('admin@example.com')
  await page.getByLabel('Password', { exact: true }).fill('fly-demo')
  await press(page, 'Log In')
  await page.getByRole('link', { name: 'Go to the staff pages' }).click()
  await press(page, 'Show me the key')
  const opened = page.waitForEvent('popup')
  await press(page, 'Use the test authenticator')
  const authenticator = await opened
  const shown = authenticator.getByRole('region', { name: 'admin@example.com' })
  const code = /\d{3} \d{3}/.exec(await shown.innerText())?.[0] ?? ''
  await authenticator.close()
  await page.getByLabel('Code', { exact: true }).fill(code)
  await press(page, 'Sign In')
  await expect(page.getByRole('heading', { name: 'Next departures' })).toBeVisible()
}

/** Sells two seats to somebody new, paid at the card reader. */
async function sellTwoSeats(page: Page): Promise<void> {
  await go(page, 'Sell')
  await main(page)
    .getByRole('group', { name: 'Flight' })
    .getByRole('button', { name: /^The New Yorker/ })
    .click()
  await press(page, 'Add a passenger')
  await expect(page.getByRole('heading', { name: '4. Party of 2' })).toBeVisible()
  const days = main(page).getByRole('group', { name: /^Day/ })
  await days
    .getByRole('button', { name: / left$/ })
    .last()
    .click()
  await main(page).getByRole('group', { name: 'Time' }).getByRole('button', { name: /free/ }).first().click()
  await expect(page.getByRole('timer')).toHaveText(/^Seats held \d+:\d\d$/)
  await page.getByLabel('Customer’s e-mail').fill(EMAIL)
  await page.getByLabel('Passenger 1, full name').fill('Ada Lind')
  await page.getByLabel('Passenger 2, full name').fill('Bo Lind')
  await page.getByRole('radio', { name: /^Later/ }).check()
  await press(page, /^Hold the seats for \$/)
  await page.getByLabel('Number of the reader’s slip').fill('SLIP-1')
  await press(page, 'Paid by the card reader')
  await expect(main(page).getByRole('status').first()).toContainText('Paid')
}

async function refundOneSeat(page: Page): Promise<void> {
  await main(page).getByRole('checkbox', { name: 'Bo Lind' }).check()
  await page.getByLabel('Reason', { exact: true }).fill('Bo stays at home')
  await press(page, 'See what would come back')
  await expect(main(page)).toContainText('This would come back')
  await press(page, /^Refund \$/)
  await expect(
    main(page)
      .getByText(/given back|to hand out/i)
      .first(),
  ).toBeVisible()
}

async function rescheduleFlight(page: Page): Promise<void> {
  await main(page).locator('summary').filter({ hasText: 'Move to another flight' }).click()
  await main(page).getByRole('link', { name: 'Move the flight for the customer' }).click()
  await main(page)
    .getByRole('radio', { name: /^\d+:\d\d [ap]m .* more a seat$/ })
    .last()
    .check()
  await page.getByRole('checkbox', { name: /^Take no fee/ }).check()
  await page.getByLabel('Reason', { exact: true }).fill('Their first call')
  await press(page, 'Show what it costs')
  await page.getByLabel('Number of the reader’s slip').fill('SLIP-2')
  await press(page, 'Paid by the card reader: move the flight')
  await expect(main(page).getByRole('status').first()).toContainText('The flight is moved.')
}

test('a newcomer sells, refunds, reschedules, adds a product and reads last week', async ({ page, owed }) => {
  test.slow()
  owed.push({ email: EMAIL, paid: 1, charges: 0 })
  await enterDesk(page)
  await sellTwoSeats(page)
  await refundOneSeat(page)
  await rescheduleFlight(page)

  await go(page, 'Products')
  await typeProduct(page, PRODUCT)
  await putOnSale(page)

  await go(page, 'Reports')
  await expect(main(page).getByRole('link', { name: 'Last week' })).toHaveAttribute('aria-current', /./)
  await expect(main(page)).toContainText('Net sales')
  await expect(heading(page)).toHaveText(/ to .* 20\d\d$/)
})
