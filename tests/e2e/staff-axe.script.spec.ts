import { readdirSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { type Browser, type Page, type Response } from 'playwright/test'
import { logIn } from '../support/account-holder.ts'
import { findAccessibilityBarriers, PAGE_VARIANTS } from '../support/accessibility-modes.ts'
import { expect, type StaffFixtures, type SoldAtDesk, test } from '../support/signed-in-staff.ts'

interface Known extends SoldAtDesk, StaffFixtures {
  run: string
  saved: string
}

type Addresses = Record<string, (known: Known) => string[]>

/** Lists every staff page with an address where it has something to show, by the work it belongs to. */
const areas: Record<string, Addresses> = {
  'the day and its flights': {
    'staff._index': () => ['/staff'],
    'staff.call-off': ({ departureId, departAt }) => [
      `/staff/call-off?${new URLSearchParams({ departure: String(departureId), at: departAt }).toString()}`,
    ],
    'staff.flights.$flight.delay': ({ flightId }) => [
      `/staff/flights/${String(flightId)}/delay?minutes=30&reason=weather`,
      `/staff/flights/${String(flightId)}/delay?minutes=typed&typed=999`,
    ],
    'staff.flights.$flight.transfer': ({ flightId }) => [`/staff/flights/${String(flightId)}/transfer`],
    'staff.weather._index': ({ date }) => [
      '/staff/weather',
      `/staff/weather?date=${date}&from=00:00&until=23:59`,
      '/staff/weather?from=14:00&until=13:00',
    ],
    // A page test covers both: they would call off the flights of the other pages.
    'staff.weather.$day': () => [],
    'staff.weather.holds.$hold': () => [],
    'staff.board': ({ flightId, date }) => [
      `/staff/board?date=${date}`,
      `/staff/board?date=${date}&flight=${String(flightId)}`,
      `/staff/board?date=${date}&by=pilot`,
    ],
    'staff.aircraft': () => ['/staff/aircraft'],
    'staff.rescue': ({ date }) => ['/staff/rescue', `/staff/rescue?aircraft=1&date=${date}`],
    'staff.pilots._index': () => ['/staff/pilots'],
    'staff.pilots.$pilot': () => ['/staff/pilots/4'],
    'staff.grid': () => ['/staff/grid?party=3&lb=490', '/staff/grid?party=4&as=flight&lb=x'],
    'staff.waitlist': () => ['/staff/waitlist'],
    'staff.week': () => ['/staff/week', '/staff/week?product=6'],
    'staff.flights.$flight._index': ({ flightId }) => [`/staff/flights/${String(flightId)}`],
    'staff.flights.$flight.manifest': ({ flightId }) => [
      `/staff/flights/${String(flightId)}/manifest?version=1`,
    ],
    'staff.flights._index': ({ date }) => [`/staff/flights?date=${date}`],
    'staff.scan': ({ flightId, orderId }) => [
      '/staff/scan',
      `/staff/scan?flight=${String(flightId)}`,
      `/staff/scan?flight=${String(flightId)}&order=${String(orderId)}`,
    ],
  },
  'orders, customers and money': {
    'staff.customers.$customer._index': ({ gift }) => [
      '/staff/customers/1',
      `/staff/customers/${String(gift.userId)}`,
    ],
    'staff.customers.$customer.merge': ({ gift, twins }) => [
      `/staff/customers/${String(gift.userId)}/merge?other=${encodeURIComponent(twins[1].email)}`,
    ],
    'staff.customers._index': () => ['/staff/customers', '/staff/customers?q=nobody-at-all'],
    'staff.drawer': () => ['/staff/drawer'],
    'staff.approvals': () => ['/staff/approvals?state=all'],
    'staff.orders.mail': () => [
      '/staff/orders/mail?kind=ticket&all=yes&status=completed',
      '/staff/orders/mail?kind=payment',
    ],
    'staff.orders.print': () => ['/staff/orders/print?all=yes&status=completed'],
    'staff.orders.$order': ({ orderId }) => [`/staff/orders/${String(orderId)}`],
    'staff.orders.$order_.guests.$passenger': ({ orderId, passengerIds, flightId }) => [
      `/staff/orders/${String(orderId)}/guests/${String(passengerIds[0])}?flight=${String(flightId)}`,
    ],
    'staff.orders.$order_.guests._index': ({ orderId }) => [`/staff/orders/${String(orderId)}/guests?n=2`],
    'staff.orders.$order_.extras': ({ orderId }) => [`/staff/orders/${String(orderId)}/extras`],
    // A page test covers the pages of a cancelled departure.
    'staff.orders.$order_.answer': () => [],
    'staff.orders.$order_.move': ({ orderId, date }) => [
      `/staff/orders/${String(orderId)}/move?date=${date}`,
    ],
    'staff.orders._index': () => [
      '/staff/orders',
      '/staff/orders?q=nothing-of-ours',
      '/staff/orders?channel=web&status=completed',
      '/staff/orders?flies=week&weights=missing',
    ],
    'staff.payouts.$payout': () => [],
    'staff.agents._index': () => ['/staff/agents'],
    // A page test covers an agent and a statement.
    'staff.agents.$agent': () => [],
    'staff.agents.statements.$statement._index': () => [],
    'staff.payouts._index': () => ['/staff/payouts'],
    'staff.search': ({ orderId }) => [
      '/staff/search',
      '/staff/search?q=desk.looks',
      `/staff/search?q=${String(orderId)}`,
      '/staff/search?q=nothing-of-ours',
    ],
    'staff.sell': ({ date }) =>
      ['seat', 'flight', 'gift_card'].map((kind) => `/staff/sell?product=6&kind=${kind}&date=${date}`),
  },
  'products, texts and reports': {
    'staff.catalogue.$resource.$id': () =>
      ['products/6', 'departures/new', 'campaigns/1', 'brands/1', 'discount_codes/new'].map(
        (row) => `/staff/catalogue/${row}`,
      ),
    'staff.catalogue.$resource._index': () => ['/staff/catalogue/products', '/staff/catalogue/departures'],
    'staff.catalogue._index': () => ['/staff/catalogue'],
    'staff.catalogue.codes._index': () => ['/staff/catalogue/codes?discount=1&made=3'],
    'staff.catalogue.week': () => ['/staff/catalogue/week?product=6'],
    'staff.members-prices': () => ['/staff/members-prices'],
    'staff.care': () => ['/staff/care'],
    'staff.content._index': () => ['/staff/content'],
    'staff.content.$brand.$text': () => ['/staff/content/1/faq'],
    'staff.products.$product': () => ['/staff/products/6?done=saved', '/staff/products/new'],
    'staff.products._index': () => ['/staff/products', '/staff/products?state=hidden'],
    'staff.promises': () => ['/staff/promises'],
    'staff.reports._index': () => ['/staff/reports'],
    'staff.reports.tables': () => ['/staff/reports/tables', '/staff/reports/tables?name=money&by=place'],
    'staff.reports.rows._index': () => ['/staff/reports/rows?name=sales&by=product'],
    'staff.reports.saved._index': () => ['/staff/reports/saved'],
    'staff.reports.saved.$report': ({ saved }) => [saved],
    'staff.reports.day': () => ['/staff/reports/day'],
    'staff.reports.runs.$run._index': ({ run }) => [run],
  },
  'the office': {
    'staff.audit._index': () => ['/staff/audit', '/staff/audit?resource=nothing'],
    'staff.integrations': () => ['/staff/integrations'],
    'staff.keys': () => ['/staff/keys'],
    'staff.security': () => ['/staff/security'],
    'staff.passkey': () => ['/staff/passkey'],
    'staff.jobs': () => ['/staff/jobs', '/staff/jobs?state=waiting'],
    'staff.mails': () => ['/staff/mails', '/staff/mails?state=sent'],
    'staff.texts': () => ['/staff/texts', '/staff/texts?state=sent'],
    'staff.office': () => ['/staff/office'],
    'staff.people': () => ['/staff/people'],
    // Only signed-out staff see this page.
    'staff.sign-in': () => [],
  },
}

/** Opens a long report once it is finished; until then its page reloads automatically. */
async function runReport(page: Page): Promise<string> {
  // The report ends with the shop's current day, which may differ from that of the test's machine.
  await page.goto('/staff/reports/tables')
  const today = await page.getByLabel('To', { exact: true }).inputValue()
  await page.goto(`/staff/reports/tables?name=sales&by=channel&from=2025-01-01&to=${today}`)
  await page.getByRole('main').getByRole('button', { name: 'Start the report' }).click()
  await expect(page).toHaveURL(/\/staff\/reports\/runs\/\d+$/)
  await expect(page.getByRole('table')).toBeVisible({ timeout: 100_000 })
  return new URL(page.url()).pathname
}

/** Saves a report for nobody and opens it. */
async function saveReport(page: Page): Promise<string> {
  await page.goto('/staff/reports/saved?name=lead&by=lead')
  await page.getByLabel('Name', { exact: true }).fill('How far ahead')
  await page.getByRole('button', { name: 'Save the report' }).click()
  await expect(page).toHaveURL(/\/staff\/reports\/saved\/\d+\?done=saved$/)
  return new URL(page.url()).pathname
}

async function lookAt(page: Page, path: string): Promise<string[]> {
  const wrong: string[] = []
  for (const look of PAGE_VARIANTS) {
    wrong.push(...(await findAccessibilityBarriers(page, path, look)))
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (over > 0) wrong.push(`${path} ${String(look.width)}: ${String(over)} px too wide`)
  }
  return wrong
}

async function lookAtSignIn(browser: Browser, origin: string): Promise<string[]> {
  const context = await browser.newContext({ baseURL: origin, storageState: { cookies: [], origins: [] } })
  const page = await context.newPage()
  await page.goto('/staff/sign-in')
  await logIn(page, { email: 'pilot@example.com', password: 'fly-demo' })
  await page.getByRole('button', { name: 'Show me the key' }).click()
  await expect(page.locator('.secret')).toBeVisible()
  const wrong = await lookAt(page, '/staff/sign-in')
  await context.close()
  return wrong
}

/** The most bytes of script on a staff page, compressed. */
const SCRIPT_BYTES = 6_000

/** Opens a page and sums the compressed bytes of all scripts that it loads. */
async function openAndSumScripts(page: Page, path: string) {
  const sizes: Promise<number>[] = []
  const add = (response: Response) => {
    if (response.request().resourceType() === 'script')
      sizes.push(response.body().then((body) => gzipSync(body).length))
  }
  page.on('response', add)
  const answer = await page.goto(path, { waitUntil: 'networkidle' })
  page.off('response', add)
  const script = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  return { status: answer?.status(), script }
}

// The areas are looked at by both workers at once.
test.describe.configure({ mode: 'parallel' })

test('every staff page is looked at', () => {
  const routes = readdirSync('app/routes').flatMap((file) => /^(staff\..+)\.tsx$/.exec(file)?.[1] ?? [])
  expect(Object.values(areas).flatMap(Object.keys).sort()).toEqual(routes.sort())
})

test('the page of signing in passes axe', async ({ browser, shop }) => {
  expect(await lookAtSignIn(browser, shop.origin)).toEqual([])
})

for (const [area, pages] of Object.entries(areas)) {
  test(`every staff page of ${area} passes axe and loads little script`, async ({ page, known, sell }) => {
    test.setTimeout(1_800_000)
    const sold = await sell('desk.looks@example.com')
    // The areas share a shop, in which a report of one name is saved once.
    const [run, saved] =
      'staff.reports._index' in pages ? [await runReport(page), await saveReport(page)] : ['', '']
    await page.goto(`/staff/flights/${String(sold.flightId)}`)
    await page.getByRole('button', { name: 'Print the manifest' }).click()
    await page.waitForURL(/version=1$/)
    const wrong: string[] = []
    for (const path of Object.values(pages).flatMap((paths) => paths({ ...known, ...sold, run, saved }))) {
      await test.step(path, async () => {
        const { status, script } = await openAndSumScripts(page, path)
        expect(status, path).toBe(200)
        wrong.push(...(await lookAt(page, path)))
        if (script === 0 || script > SCRIPT_BYTES) wrong.push(`${path}: ${String(script)} bytes of script`)
      })
    }
    expect(wrong).toEqual([])
  })
}
