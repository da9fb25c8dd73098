import { type Browser, type Page } from 'playwright/test'
import { makePhonePhoto } from '../support/make-photo.ts'
import { buyFirstSeat, dayIn, putOnSale, typeProduct } from '../support/new-product.ts'
import { openVisitor } from '../support/pay-by-link.ts'
import { BEFORE, sellBefore } from '../support/sell-before.ts'
import { expect, test as base } from '../support/signed-in-staff.ts'
import { type RunningShop } from '../support/start-shop.ts'

// A day of the owner, found by what is written on the pages.

/** The order that the shop begins with in the week before. */
let soldLastWeek = 0

const test = base.extend({
  furnish: [
    async ({ furnish }, use) => {
      await use(async (dataDir) => {
        await furnish(dataDir)
        soldLastWeek = await sellBefore(dataDir)
      })
    },
    { scope: 'worker' },
  ],
})

const PRODUCT = 'Pier to Pier'
const ALT = 'Both piers from above'

const main = (page: Page) => page.getByRole('main')
const said = (page: Page) => main(page).getByRole('status').first()
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const press = (page: Page, name: string | RegExp) =>
  main(page).getByRole('button', { name, exact: true }).first().click()

/** Puts a product with a photo of its own on sale, and makes it dearer. */
async function makeProduct(page: Page): Promise<void> {
  await typeProduct(page, PRODUCT)
  await page.getByLabel('A photo', { exact: true }).setInputFiles({
    name: 'piers.jpg',
    mimeType: 'image/jpeg',
    buffer: await makePhonePhoto(),
  })
  await page.getByLabel(/^What the photo shows/).fill(ALT)
  await putOnSale(page)
  await page.getByLabel('Seat, dollars').fill('175')
  await press(page, 'Save')
  await expect(said(page)).toContainText('Saved.')
}

/** A guest opens an agent's link, sees the photo and the new price, and buys a seat. */
async function buyThroughLink(browser: Browser, shop: RunningShop, email: string): Promise<number> {
  const guest = await openVisitor(browser, shop)
  await guest.goto('/?affiliate=city-pass')
  await guest.goto('/product/pier-to-pier')
  await expect(guest.getByRole('img', { name: ALT }).first()).toBeVisible()
  const seat = { product: 'pier-to-pier', email, name: 'Gus Pass', price: '$175.00' }
  const id = await buyFirstSeat(guest, seat)
  await guest.context().close()
  return id
}

/** Makes an agent, whose link brings its first order. */
async function makeAgent(page: Page): Promise<void> {
  await page.goto('/staff/agents')
  await main(page).locator('summary').first().click()
  await page.getByLabel('Name', { exact: true }).fill('City Pass')
  await page.getByLabel('Code of the link').fill('city-pass')
  await page.getByLabel('Commission in percent').fill('15')
  await main(page).getByRole('button', { name: 'Make the agent' }).click()
  await expect(main(page)).toContainText('The agent is made.')
  await expect(page.getByRole('img', { name: 'The link, to be scanned' })).toBeVisible()
}

test('a day of the owner: a product with its photo, a price, an aircraft, an agent, last week', async ({
  page,
  browser,
  shop,
  owed,
}) => {
  test.slow()
  const email = 'owner.day@example.com'
  owed.push({ email, paid: 1 })
  await makeProduct(page)
  await makeAgent(page)
  const order = await buyThroughLink(browser, shop, email)
  await page.goto(`/staff/orders/${String(order)}`)
  await main(page).getByRole('link', { name: 'City Pass' }).click()
  await expect(heading(page)).toHaveText('City Pass')
  await expect(page.getByRole('region', { name: 'Orders' }).first()).toContainText(`O-${String(order)}`)

  // The statement of last month is paid by bank.
  await page.goto('/staff/agents')
  await main(page).getByRole('link', { name: BEFORE.agent }).click()
  await page.getByRole('region', { name: 'Statements' }).first().getByRole('link').first().click()
  await main(page).locator('summary').filter({ hasText: 'Note the payment of $' }).click()
  await page.getByLabel('How it was paid').fill('Transfer 4711')
  await press(page, 'It is paid')
  await expect(main(page)).toContainText('Transfer 4711')

  // An aircraft goes to its inspection.
  await page.goto('/staff/aircraft')
  await page.getByLabel('Aircraft', { exact: true }).selectOption({ index: 1 })
  await page.getByLabel('First day').fill(dayIn(40))
  await page.getByLabel('Why').fill('100-hour inspection')
  await press(page, 'Take out of service')
  await expect(main(page)).toContainText('Saved. No booked flight is hit.')

  // Last week's figure leads to its rows, and the books to theirs.
  await page.goto('/staff/reports')
  await main(page).getByRole('link', { name: 'Last week' }).click()
  await main(page)
    .locator('.figs > div')
    .filter({ hasText: /^Net sales/ })
    .getByRole('link')
    .click()
  const week = new URL(page.url()).searchParams
  const sold = main(page).getByRole('link', { name: `O-${String(soldLastWeek)}`, exact: true })
  await sold.click()
  await expect(main(page)).toContainText(BEFORE.lastWeek)
  const span = `from=${week.get('from') ?? ''}&to=${week.get('to') ?? ''}`
  await page.goto(`/staff/reports/tables?name=books&by=account&${span}`)
  await main(page).getByRole('link', { name: 'Flights sold' }).click()
  await expect(main(page)).toContainText('What it had before')
  await expect(sold).toBeVisible()

  // The owner wants to read it each Monday.
  await page.goto(`/staff/reports/tables?name=sales&by=channel&${span}`)
  await page.getByRole('link', { name: 'Save this report, and mail it each Monday' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Sales by channel')
  await press(page, 'Save the report')
  await expect(main(page)).toContainText('Sales by channel')
})
