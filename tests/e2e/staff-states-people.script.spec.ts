import { type Browser, type Page } from 'playwright/test'
import { readSessionToken } from '../support/session-token.ts'
import { enterStaffArea } from '../support/staff-journey.ts'
import { expect } from '../support/signed-in-staff.ts'
import { look, main, NARROW, press, refused, said, test } from '../support/staff-states.ts'
import { type RunningShop } from '../support/start-shop.ts'

test.use({ viewport: { width: NARROW, height: 900 } })

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
  await expect(main(clerk.page)).toContainText('An admin decides')
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
  await expect(page).toHaveURL(/\/pilot$/)
  await look(page, 'the pilot’s own page')
  await expectMissing(page, [
    ...['/staff/week', '/staff/products', '/staff/products/new', '/staff/products/6', '/staff/search'],
    ...['/staff/customers/1', '/staff/sell', '/staff/texts', '/staff/approvals', '/staff/orders'],
    ...['/staff/reports', '/staff/people'],
  ])
  await look(page, 'a page of the desk, for a pilot')
  await page.context().close()
})
