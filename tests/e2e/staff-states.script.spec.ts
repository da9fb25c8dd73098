import { type Browser, type Page } from 'playwright/test'
import { findAccessibilityBarriers } from '../support/accessibility-modes.ts'
import { bookToday } from '../support/book-today.ts'
import { findFlight } from '../support/buyer.ts'
import { furnishedStates, furnishStates, QUIET_TERMINAL } from '../support/furnish-states.ts'
import { dayIn } from '../support/new-product.ts'
import { openToday } from '../support/open-today.ts'
import { occupyAllSeats } from '../support/reserve-all-seats.ts'
import { readSessionToken } from '../support/session-token.ts'
import { expect, test as base } from '../support/signed-in-staff.ts'
import { enterStaffArea } from '../support/staff-journey.ts'
import { type RunningShop } from '../support/start-shop.ts'

// Staff pages when something is missing, wrong, changed by somebody else, done or not allowed, each
// on the narrowest phone.

const NARROW = 320

const test = base.extend({
  furnish: [
    async ({ furnish }, use) => {
      await use(async (dataDir) => {
        await furnish(dataDir)
        await bookToday(dataDir)
        await furnishStates(dataDir)
      })
    },
    { scope: 'worker' },
  ],
})
test.use({ viewport: { width: NARROW, height: 900 } })

const main = (page: Page) => page.getByRole('main')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const said = (page: Page) => main(page).getByRole('status').first()
const refused = (page: Page) => main(page).getByRole('alert').first()
const press = (page: Page, name: string | RegExp) =>
  main(page)
    .getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
    .first()
    .click()

/** Checks a state; the test goes on, so that one run names all that is wrong. */
async function look(page: Page, state: string): Promise<void> {
  await page.evaluate(() => {
    scrollTo({ top: 0, behavior: 'instant' })
  })
  const wrong = await findAccessibilityBarriers(page, state, { scheme: 'dark', width: NARROW, all: true })
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  if (over > 0) wrong.push(`${state}: ${String(over)} px too wide`)
  expect.soft(wrong).toEqual([])
}

test('a week is looked at empty, with a wrong price, changed by others and done', async ({ page }) => {
  await page.goto(`/staff/week?from=${dayIn(30)}`)
  await page.getByRole('navigation', { name: 'Terminal' }).getByRole('link', { name: QUIET_TERMINAL }).click()
  await expect(main(page)).toContainText(`Nothing leaves from ${QUIET_TERMINAL} in these days.`)
  await look(page, 'week, nothing leaves')

  await page.goto(`/staff/week?product=6&from=${dayIn(30)}`)
  const open = page.getByRole('cell').filter({ has: page.getByRole('button', { name: /^Close / }) })
  await open.first().getByRole('link').click()
  await expect(page).toHaveURL(/open=/)
  const price = page.getByLabel(/^Price of a seat/)
  await price.fill('a lot')
  await press(page, 'Change price')
  await expect(refused(page)).toBeVisible()
  await expect(price).toHaveValue('a lot')
  await look(page, 'week, wrong price')

  const other = await page.context().newPage()
  await other.goto(page.url())
  await other.getByLabel(/^Price of a seat/).fill('251')
  await press(other, 'Change price')
  await expect(said(other)).toContainText('New price: ')
  await price.fill('263')
  await press(page, 'Change price')
  await expect(main(page)).toContainText('It is open at $251.00 now. Your price is still in the field')
  await expect(price).toHaveValue('263')
  await look(page, 'week, price changed by others')
  await press(page, 'Change price')
  await expect(said(page)).toContainText('$263, before $251')
  await look(page, 'week, priced')
  await press(page, 'Undo')
  await expect(said(page)).toHaveCount(0)

  await other.goto(page.url())
  await other
    .getByRole('cell')
    .getByRole('button', { name: /^Close / })
    .first()
    .click()
  await expect(said(other)).toContainText('Closed: ')
  await look(other, 'week, closed')
  await page
    .getByRole('cell')
    .getByRole('button', { name: /^Close / })
    .first()
    .click()
  await expect(main(page)).toContainText('The week below shows it as it is.')
  await look(page, 'week, closed by others')
  await press(other, 'Undo')
  await expect(said(other)).toHaveCount(0)
  await other.close()
})

test('products are looked at without a hit, with wrong values, changed by others and done', async ({
  page,
}) => {
  await page.goto('/staff/products?state=ends')
  await expect(main(page)).toContainText('No product is like that.')
  await look(page, 'products, none')
  await page.goto('/staff/products')
  await look(page, 'products')

  await page.goto('/staff/products/new')
  await look(page, 'new product')
  await page.getByLabel('Name', { exact: true }).fill('Pier Light')
  await page.getByLabel('Seat, dollars').fill('a lot')
  await press(page, 'Save, hidden')
  await expect(refused(page)).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Pier Light')
  await expect(page.getByLabel('Seat, dollars')).toHaveValue('a lot')
  await look(page, 'new product, wrong values')

  const path = '/staff/products/7'
  const line = page.getByLabel('One line')
  await page.goto(path)
  await page.getByLabel('Seat, dollars').fill('a lot')
  await press(page, 'Save')
  await expect(refused(page)).toBeVisible()
  await look(page, 'product, wrong value')
  await page.goto(path)
  const other = await page.context().newPage()
  await other.goto(path)
  await other.getByLabel('One line').fill('By another hand.')
  await press(other, 'Save')
  await expect(said(other)).toHaveText('Saved.')
  await look(other, 'product, saved')
  await other.close()
  await line.fill('By this hand.')
  await press(page, 'Save')
  await expect(main(page)).toContainText('Somebody else wrote: By another hand.')
  await expect(line).toHaveValue('By this hand.')
  await look(page, 'product, changed by others')

  await page.goto(path)
  await press(page, 'Hide from the shop')
  await expect(said(page)).toContainText('Hidden from the shop.')
  await look(page, 'product, hidden')
  await press(page, 'Undo')
  await expect(said(page)).toContainText('Put on sale.')
  await look(page, 'product, on sale again')
})

test('search and lists are looked at without a hit', async ({ page, known: { gift } }) => {
  const empty = {
    '/staff/search': 'Orders, flights, customers and codes, from the field in the bar.',
    '/staff/search?q=nothing-of-ours': 'Nothing fits.',
    '/staff/orders?q=nothing-of-ours': 'Nothing fits.',
    '/staff/customers?q=nobody-at-all': 'Nobody',
    '/staff/reports?from=2020-01-06&to=2020-01-12': 'Nothing was sold in these days.',
    '/staff/reports?from=2020-01-12&to=2020-01-06': 'The last day comes before the first.',
    '/staff/texts?state=stopped': 'Nobody has answered STOP.',
    '/staff/approvals': 'Nothing waits for a second person.',
    '/staff/approvals?state=all': 'Nobody has asked yet.',
  }
  for (const [path, words] of Object.entries(empty)) {
    await page.goto(path)
    await expect(main(page)).toContainText(words)
    await look(page, path)
  }
  await page.locator('#find').fill(gift.code)
  await page.locator('#find').press('Enter')
  await expect(heading(page)).toHaveText('A code')
  await look(page, 'search, a code')
})

test('a customer is looked at with nothing, with a wrong value and done', async ({
  page,
  known: { twins },
}) => {
  const path = `/staff/customers/${String(twins[0].userId)}`
  await page.goto(path)
  await expect(main(page)).toContainText('No flight is booked.')
  await expect(main(page)).toContainText('Nothing that could be spent.')
  await look(page, 'customer, nothing')
  await main(page).locator('#credit > summary').click()
  await page.getByLabel('Amount in dollars').fill('a lot')
  await press(page, 'Give the credit')
  await expect(refused(page)).toBeVisible()
  await expect(page.getByLabel('Amount in dollars')).toHaveValue('a lot')
  await look(page, 'customer, wrong amount')
  await page.getByLabel('Amount in dollars').fill('5')
  await page.getByLabel('Description').fill('For the wait')
  await press(page, 'Give the credit')
  await expect(said(page)).toHaveText('The credit is on the account.')
  await look(page, 'customer, given')
})

test('a sale is looked at in its five steps, with what is wrong, taken by others or over', async ({
  page,
  shop,
}) => {
  await page.goto('/staff/sell')
  await look(page, 'sell, nothing chosen')
  await page.goto('/staff/sell?q=nobody@example.com')
  await expect(main(page)).toContainText('Nobody is known by “nobody@example.com”')
  await look(page, 'sell, caller unknown')
  await page.goto('/staff/sell?q=Lund')
  await expect(main(page)).toContainText('Several are known by this.')
  await look(page, 'sell, several callers')
  await page.goto('/staff/sell?product=6&kind=gift_card')
  await look(page, 'sell, gift card')

  const flight = await findFlight(shop, 6, 'next', 'never')
  await page.goto(`/staff/sell?product=6&date=${flight.date}&people=2`)
  await look(page, 'sell, day and times')
  const times = main(page).getByRole('group', { name: 'Time' })
  await occupyAllSeats(shop, flight)
  await times.getByRole('button', { name: flight.time }).click()
  await expect(refused(page)).toBeVisible()
  await expect(page.getByRole('timer')).toHaveCount(0)
  await look(page, 'sell, taken by others')
  await times.locator('button:enabled').first().click()
  await expect(page.getByRole('timer')).toHaveText(/^Seats held \d+:\d\d$/)
  await look(page, 'sell, held')
  await press(page, 'Add a passenger')
  await expect(page.getByRole('heading', { name: '4. Party of 3' })).toBeVisible()
  await page.getByLabel('Passenger 1, full name').fill('Ada Lind')
  await look(page, 'sell, party')
  await press(page, /^Mail the link, \$/)
  await expect(refused(page)).toBeVisible()
  await expect(page.getByLabel('Passenger 1, full name')).toHaveValue('Ada Lind')
  await look(page, 'sell, wrong values')
  await press(page, 'Start again')
  await expect(page).toHaveURL(/\/staff\/sell$/)

  const { orderId, date, departure } = furnishedStates().endedHold
  const ended = new URLSearchParams({ product: '6', date, departure, hold: String(orderId) })
  await page.goto(`/staff/sell?${ended.toString()}`)
  await expect(main(page)).toContainText('The hold has ended.')
  await look(page, 'sell, hold ended')
  await press(page, 'Hold again')
  await expect(page.getByRole('timer')).toHaveText(/^Seats held \d+:\d\d$/)
  await press(page, 'Start again')
  await expect(page).toHaveURL(/\/staff\/sell$/)
})

test('Today is looked at with a wrong weight, and with a pilot set and taken back', async ({ page }) => {
  await openToday(page)
  const weight = page.getByLabel('Weight of Ada Lind in pounds')
  await weight.fill('a lot')
  await press(page, 'Save')
  await expect(refused(page)).toBeVisible()
  await expect(weight).toHaveValue('a lot')
  await look(page, 'today, wrong weight')
  await press(page, 'Set pilot')
  await expect(said(page)).toContainText(' flies ')
  await look(page, 'today, pilot set')
  await press(page, 'Undo')
  await expect(main(page).getByRole('button', { name: 'Set pilot' })).toBeVisible()
})

test('a text that was given up is looked at before and after it is sent again', async ({ page }) => {
  await page.goto('/staff/texts')
  await expect(main(page)).toContainText('Nobody has this number.')
  await look(page, 'texts, given up')
  await press(page, /^Send again: /)
  await expect(main(page).getByRole('alert').or(said(page)).first()).toBeVisible()
  await look(page, 'texts, pressed')
})

interface Colleague {
  page: Page
  token: string
}

/** Signs another member of staff in, on the same narrow phone. */
async function signIn(browser: Browser, shop: RunningShop, email: string, path?: string): Promise<Colleague> {
  const context = await browser.newContext({
    baseURL: shop.origin,
    storageState: { cookies: [], origins: [] },
    viewport: { width: NARROW, height: 900 },
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await enterStaffArea(page, email, path)
  const cookie = (await context.cookies()).find(({ name }) => name === 'session')
  return { page, token: readSessionToken(cookie?.value ?? '') ?? '' }
}

async function expectMissing(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) expect.soft((await page.goto(path))?.status(), path).toBe(404)
}

test('a clerk gets no page of admins, and two people decide what one may not give', async ({
  page,
  browser,
  shop,
  known: { twins },
}) => {
  const clerk = await signIn(browser, shop, 'staff@example.com')
  await expectMissing(clerk.page, ['/staff/people', '/staff/audit', '/staff/integrations'])
  await look(clerk.page, 'a page of admins, for a clerk')

  await askForCredit(shop, clerk.token, twins[1].userId)
  await clerk.page.goto('/staff/approvals')
  await expect(main(clerk.page)).toContainText('a colleague decides')
  await look(clerk.page, 'approvals, for who asked')
  await clerk.page.context().close()
  await page.goto('/staff/approvals')
  await look(page, 'approvals, for who decides')
  const other = await page.context().newPage()
  await other.goto('/staff/approvals')
  await press(other, /^Refuse: /)
  await expect(said(other)).toHaveText('Refused. Nothing was done.')
  await look(other, 'approvals, refused')
  await other.close()
  await press(page, /^Approve: /)
  await expect(refused(page)).toBeVisible()
  await look(page, 'approvals, decided by others')
})

async function askForCredit({ origin }: RunningShop, token: string, userId: number): Promise<void> {
  const credit = { user_id: userId, amount: 5000, credit_type: 'goodwill', reason: 'A long wait' }
  const approval = { method: 'POST', path: '/v1/credits', body: { credit } }
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` }
  const body = JSON.stringify({ approval })
  const asked = await fetch(`${origin}/v1/approvals`, { method: 'POST', headers, body })
  expect(asked.status).toBe(201)
}

test('a pilot gets the own flights and no page of the desk', async ({ browser, shop }) => {
  const { page } = await signIn(browser, shop, 'pilot@example.com', '/staff/flights')
  await look(page, 'flights of a pilot')
  await page.goto('/staff')
  await expect(page).toHaveURL(/\/staff\/flights$/)
  await expectMissing(page, [
    ...['/staff/week', '/staff/products', '/staff/products/new', '/staff/products/6', '/staff/search'],
    ...['/staff/customers/1', '/staff/sell', '/staff/texts', '/staff/approvals', '/staff/orders'],
    ...['/staff/reports', '/staff/people'],
  ])
  await look(page, 'a page of the desk, for a pilot')
  await page.context().close()
})
