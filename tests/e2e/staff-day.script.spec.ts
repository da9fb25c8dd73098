import { type Browser, type Page } from 'playwright/test'
import { expect, test } from '../support/audited-browser.ts'
import { acceptTerms, CARD, fillParty, readOrderId, payOnHostedPage, pressBook } from '../support/buyer.ts'
import { payByMailedLink } from '../support/pay-by-link.ts'
import { enterStaffArea } from '../support/staff-journey.ts'
import { type RunningShop } from '../support/start-shop.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name }).click()

/** Returns the date `days` after today on New York's calendar, such as `2027-01-31`. */
function dayIn(days: number): string {
  const at = new Date(Date.now() + days * 86_400_000)
  return at.toLocaleDateString('en-CA', { timeZone: 'America/New_York' })
}

const PRODUCT = 'Lighthouse Loop'

/**
 * Creates a product with a week of departures.
 * @returns its id
 */
async function putOnSale(page: Page, shop: RunningShop): Promise<number> {
  await page.goto('/staff/catalogue/products/new')
  const form = {
    ...{ Name: PRODUCT, Subtitle: 'Out to the light and back', Slug: 'lighthouse-loop', 'Seat price': '150' },
    ...{ 'Flight duration mins': '15', 'Duration label': '15 minutes' },
  }
  for (const [label, value] of Object.entries(form)) await page.getByLabel(label, { exact: true }).fill(value)
  const chosen = {
    ...{ Brand: 'Loft & Rotor', 'Aircraft type': '4-seat', Availability: 'available', Place: 'jersey' },
    ...{ 'Departure terminal': 'Kearny Heliport', 'Arrival terminal': 'Kearny Heliport' },
    ...{ 'Publish status': 'published', 'Route map': 'manhattan' },
  }
  for (const [label, value] of Object.entries(chosen)) {
    await page.getByLabel(label, { exact: true }).selectOption({ label: value })
  }
  await press(page, 'Make this product')
  await expect(page).toHaveURL(/\/staff\/catalogue\/products(\?|\/\d|$)/)
  const found = await fetch(`${shop.origin}/v1/products?brand_id=1&per_page=100`)
  const { products } = (await found.json()) as { products: { id: number; slug: string }[] }
  const id = products.find(({ slug }) => slug === 'lighthouse-loop')?.id ?? 0

  await page.goto('/staff/catalogue/week')
  await page.getByLabel('Product').selectOption({ label: PRODUCT })
  for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']) {
    await page.getByLabel(day).check()
  }
  await page.getByLabel('Times').fill('06:05')
  await page.getByLabel('First day').fill(dayIn(7))
  await page.getByLabel('Last day').fill(dayIn(13))
  // The preview updates while somebody types, and the button shows the same preview.
  await expect(page.getByRole('main')).toContainText('7 departures from 7 weekly rules')
  await expect(page.locator('[aria-live=polite]')).toContainText('7 departures from 7 weekly rules')
  await press(page, 'Make 7 departures a week')
  await expect(page.getByRole('status')).toContainText('Made: 7 departures a week. They are on sale.')
  return id
}

/** A shopper opens the product's own page and buys two seats. */
async function shopperBuys(browser: Browser, shop: RunningShop, email: string): Promise<number> {
  const context = await browser.newContext({ baseURL: shop.origin, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto('/product/lighthouse-loop')
  await expect(heading(page)).toHaveText(PRODUCT)
  await page.goto(`/checkout/lighthouse-loop?date=${dayIn(8)}&quantity=2`)
  await page.getByRole('radio', { name: /6:05/ }).check()
  await press(page, 'Continue to who and pay')
  await fillParty(page, { email, names: ['Ada Lind', 'Bo Lind'], weights: ['140', '150'] })
  await acceptTerms(page)
  await pressBook(page)
  await payOnHostedPage(page, CARD)
  const id = await readOrderId(page)
  await context.close()
  return id
}

interface Sale {
  product: number
  email: string
  pay: RegExp
}

/** Staff sell one seat and leave the page of its order open. */
async function deskSells(page: Page, { product, email, pay }: Sale): Promise<number> {
  await page.goto(`/staff/sell?product=${String(product)}&date=${dayIn(9)}`)
  await page.getByLabel('Customer’s e-mail').fill(email)
  await page.getByRole('group', { name: 'Time' }).locator('button:enabled').first().click()
  await expect(page).toHaveURL(/hold=\d+/)
  await page.getByLabel('Passenger 1, full name').fill('Cal Ode')
  await page.getByLabel('Weight, lb').fill('160')
  await page.getByRole('radio', { name: pay }).check()
  await press(page, pay.source === '^Later' ? /^Hold the seats for \$/ : /^Mail the link, \$/)
  await expect(page).toHaveURL(/\/staff\/orders\/\d+/)
  return Number(/orders\/(\d+)/.exec(page.url())?.[1])
}

type Figures = Record<string, number>

/** Reads every figure of the day report, in cents or pieces, by `table / row / column`. */
async function readDay(page: Page): Promise<Figures> {
  await page.goto('/staff/reports/day')
  await expect(page.getByRole('region', { name: 'Close the day' })).toContainText('The books balance.')
  const cells = await page.getByRole('main').evaluate((main) =>
    [...main.querySelectorAll('section')].flatMap((section) => {
      const heads = [...section.querySelectorAll('thead th')].map((head) => head.textContent)
      return [...section.querySelectorAll('tbody tr')].flatMap((row) =>
        [...row.querySelectorAll('td')].map((cell, at) => ({
          name: [
            section.querySelector('h2')?.textContent,
            row.querySelector('th')?.textContent,
            heads[at + 1],
          ].join(' / '),
          text: cell.textContent,
        })),
      )
    }),
  )
  return Object.fromEntries(
    cells.map(({ name, text }) => {
      const number = Number(text.replace(/[$,]/g, '').replace('−', '-'))
      return [name, text.includes('$') ? Math.round(number * 100) : number]
    }),
  )
}

/** Lists by row which columns the day's work changed. */
function changesOf(before: Figures, after: Figures, table: string): Record<string, Figures> {
  const changes: Record<string, Figures> = {}
  for (const [name, figure] of Object.entries(after)) {
    const [of, row = '', column = ''] = name.split(' / ')
    const change = figure - (before[name] ?? 0)
    if (of === table && change !== 0) (changes[row] ??= {})[column] = change
  }
  return changes
}

test('a campaign’s banner preview follows its form while typing and is announced', async ({ page }) => {
  await enterStaffArea(page, 'staff@example.com')
  await page.goto('/staff/catalogue/campaigns/new')
  const shown = page.getByRole('region', { name: 'Preview' })
  await page.getByLabel('Name', { exact: true }).fill('Half off the harbor')
  await expect(page.locator('[aria-live=polite]')).toContainText('Nothing to show yet.')
  await page.getByLabel('Brand', { exact: true }).selectOption({ label: 'Loft & Rotor' })
  await page.getByLabel('Start at').fill('2026-01-01T09:00')
  await page.getByLabel('End at').fill('2050-01-01T09:00')
  await page.getByLabel('Banner color').fill('#1d4ed8')
  await page.getByLabel('Banner link to').fill('/product')
  await page.getByLabel('Countdown text').fill('Half off the harbor, all spring')
  await expect(shown).toContainText('Half off the harbor, all spring')
  await expect(page.locator('[aria-live=polite]')).toContainText(
    'It runs now and looks like this. Nothing is saved yet.',
  )
  await page.getByLabel('Countdown text').fill('A third off the harbor')
  await expect(shown).toContainText('A third off the harbor')
  await expect(page.getByLabel('Countdown text')).toBeFocused()
})

test('staff put a flight on sale, sell it in three ways, refund a part and close the day in balance', async ({
  page,
  browser,
  shop,
  owed,
}) => {
  test.slow()
  const [web, phone, counter] = ['day.web@example.com', 'day.phone@example.com', 'day.counter@example.com']
  owed.push({ email: web, paid: 1 }, { email: phone, paid: 1 }, { email: counter, paid: 1, charges: 0 })
  await enterStaffArea(page, 'admin@example.com')
  const before = await readDay(page)
  const product = await putOnSale(page, shop)
  const bought = await shopperBuys(browser, shop, web)

  await deskSells(page, { product, email: phone, pay: /^Link by mail/ })
  await payByMailedLink(browser, shop, phone)

  await page.goto('/staff/drawer')
  await page.getByLabel('In it now, in dollars').fill('100')
  await press(page, 'Open')
  await expect(page.getByRole('heading', { name: /^Open since/ })).toBeVisible()
  await deskSells(page, { product, email: counter, pay: /^Later/ })
  await page.getByLabel('Cash handed over, in dollars').fill('170')
  await press(page, 'Taken in cash')
  await expect(page.getByRole('status').first()).toContainText('Paid. Give $0.95 back.')

  await page.goto(`/staff/orders/${String(bought)}`)
  await page.getByRole('radio', { name: 'An amount' }).check()
  await page.getByLabel('Amount in dollars').first().fill('38.10')
  await page.getByLabel('Reason', { exact: true }).fill('Ten minutes late')
  await press(page, 'See what would come back')
  await press(page, 'Refund $38.10')
  await page.locator('#ledger > summary').click()
  await expect(page.getByRole('row', { name: /^refunded .* refunds \$38\.10/ })).toBeVisible()
  await page.locator('#voucher > summary').click()
  await page.locator('#voucher-amount').fill('25')
  await page.locator('#voucher-description').fill('For the wait')
  await press(page, 'Give the voucher')
  await expect(page.getByRole('status').first()).toContainText('$25.00')

  await page.goto('/staff/drawer')
  await page.getByLabel('Counted, in dollars').fill('269.05')
  await press(page, /Count/)
  await expect(page.getByRole('region', { name: 'Drawers that were counted' })).toContainText('$269.05')

  const after = await readDay(page)
  const changes = (table: string) => changesOf(before, after, table)
  const soldAs = (seats: number) => ({ Flights: seats * 15_000, Fees: seats * 1905 })
  expect(changes('Sales by channel')).toEqual({
    Web: { ...soldAs(2), Sales: 1, 'Given back': -3810, 'Net sales': 30_000 },
    Phone: { ...soldAs(1), Sales: 1, 'Net sales': 16_905 },
    Counter: { ...soldAs(1), Sales: 1, 'Net sales': 16_905 },
  })
  expect(changes('Sales by product')).toEqual({
    [PRODUCT]: { ...soldAs(4), Sales: 3, 'Given back': -3810, 'Net sales': 63_810 },
  })
  // The provider has two charges and a refund, and the drawer has what was counted beyond its
  // opening.
  expect(changes('Money in and out by place')).toEqual({
    'At the payment provider': { In: 50_715, Out: -3810, Net: 46_905, Movements: 3 },
    'In the drawer': { In: 16_905, Net: 16_905, Movements: 1 },
  })
  expect(changes('Money in and out by reason')).toEqual({
    'Orders and changes paid': { In: 67_620, Net: 67_620, Movements: 3 },
    Refunds: { Out: -3810, Net: -3810, Movements: 1 },
  })
  expect(changes('Discounts by code')).toEqual({ 'Voucher given: goodwill': { Given: 2500, Times: 1 } })
  expect(changes('Owed to customers by account')).toEqual({
    'Vouchers not used yet': { Added: 2500, After: 2500 },
  })
  // Each account of the ledger changes by what was sold, taken, refunded and given away, and by
  // nothing else.
  const moved = Object.fromEntries(
    Object.entries(changes('The books by account')).map(([account, { After }]) => [account, After]),
  )
  expect(moved).toEqual({
    'Flights sold': -60_000,
    Fees: -7620,
    'Given back of sales': 3810,
    'At the payment provider': 46_905,
    'In the drawer': 16_905,
    'Vouchers not used yet': -2500,
    'Vouchers given away': 2500,
  })
  expect(Object.values(moved).reduce((sum, cents) => (sum ?? 0) + (cents ?? 0), 0)).toBe(0)
})
