import { type Browser, type Page } from 'playwright/test'
import { furnishedPad, furnishPad, PAD_GUESTS } from '../support/furnish-pad.ts'
import { expect, test as base } from '../support/signed-in-staff.ts'
import { type RunningShop } from '../support/start-shop.ts'

const test = base.extend({
  furnish: [
    async ({ furnish }, use) => {
      await use(async (dataDir) => {
        await furnish(dataDir)
        await furnishPad(dataDir)
      })
    },
    { scope: 'worker' },
  ],
})

const main = (page: Page) => page.getByRole('main')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const press = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name }).click()

/** Waits for the newest mail with this subject. */
async function readMail(shop: RunningShop, to: string, subject: RegExp) {
  const find = async () => (await shop.mails(to)).find((mail) => subject.test(mail.subject))
  // What is due by the clock is sent by the next minute's job, on a busy machine by the one after it.
  await expect.poll(find, { timeout: 180_000, message: `${to} is told` }).toBeTruthy()
  const mail = await find()
  if (!mail) throw new Error('The mail is gone')
  return mail
}

/** Somebody who is not signed in opens a page of the shop that a mail links. */
async function openMailed(browser: Browser, shop: RunningShop, link: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: shop.origin,
    storageState: { cookies: [], origins: [] },
  })
  const page = await context.newPage()
  await page.goto(new URL(link).pathname + new URL(link).search)
  return page
}

test('a delay is seen before it is set, mailed once, and taken back', async ({
  page,
  browser,
  shop,
  sell,
}) => {
  const email = 'delayed@pad.example.com'
  const { flightId, date } = await sell(email)
  await page.goto(`/staff/flights/${String(flightId)}`)
  await page.locator('#delay > summary').click()
  await page.getByRole('radio', { name: '45' }).check()
  await page.getByLabel('Why', { exact: true }).selectOption({ label: 'Weather' })
  await page.getByLabel('In words, as guests read it').fill('Fog at the pier')
  await press(page, 'See what it does')
  await expect(page.getByRole('heading', { name: '45 minutes late: weather' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: '45 min later than sold' })).toHaveCount(1)
  await press(page, 'Delay 1 flight, tell 1 party')
  await expect(main(page)).toContainText('45 minutes late now. 1 party is told.')
  await page.goto(`/staff/board?date=${date}&flight=${String(flightId)}`)
  await expect(page.locator('#sel')).toContainText('(sold for')
  const told = await readMail(shop, email, /^Your flight leaves at/)
  expect(told.text).toContain('45 minutes later than planned')
  expect(told.text).toContain('Fog at the pier')
  const guest = await openMailed(browser, shop, told.links.find((link) => link.includes('/orders/')) ?? '')
  await expect(main(guest)).toContainText('45 minutes later than')
  await guest.context().close()

  await page.goto(`/staff/flights/${String(flightId)}/delay?minutes=0`)
  await press(page, /^Take the delay back, tell 1 party/)
  await expect(main(page)).toContainText('leaves as it was sold.')
  await readMail(shop, email, /after all/)
  expect((await shop.mails(email)).filter(({ subject }) => subject.includes('leaves at'))).toHaveLength(2)
})

test('who did not come is marked, told by mail, and put right again', async ({ page, shop }) => {
  const { flightId, orderId } = furnishedPad().boarding
  await page.goto(`/staff/flights/${String(flightId)}`)
  await expect(page.getByRole('region', { name: '1 guest late' })).toContainText('Bo Lind')
  await press(page, 'Did not come')
  await press(page, 'In the air')
  const without = page.getByRole('region', { name: 'Left without' })
  await expect(without).toContainText('Bo Lind')
  const { text } = await readMail(shop, PAD_GUESTS.missing, /^Your flight left without/)
  expect(text).toContain('Bo Lind')
  await page.goto(`/staff/orders/${String(orderId)}`)
  await expect(page.getByRole('region', { name: 'Booking' })).toContainText('Did not come')
  await page.goto(`/staff/flights/${String(flightId)}`)
  await without.getByRole('button', { name: /^They were there/ }).click()
  await expect(without).toBeHidden()
  await page.goto(`/staff/orders/${String(orderId)}`)
  await expect(page.getByRole('region', { name: 'Booking' })).not.toContainText('Did not come')
})

test('too few guests are a task of today, and calling off mails them a choice', async ({
  page,
  shop,
  browser,
}) => {
  await page.goto('/staff')
  const task = page.getByRole('listitem').filter({ hasText: 'Too few guests' }).first()
  await expect(async () => {
    await page.reload()
    await expect(task).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 90_000 })
  await task.getByRole('link', { name: 'Call off' }).click()
  await expect(page.getByRole('radio', { name: 'Too few guests' })).toBeChecked()
  await press(page, 'See who gets what')
  await press(page, 'Call it off for everybody')
  const told = await readMail(shop, PAD_GUESTS.alone, /is called off/)
  const guest = await openMailed(
    browser,
    shop,
    told.links.find((link) => link.includes('/reschedule-credits/')) ?? '',
  )
  await expect(heading(guest)).toHaveText('Your flight is called off')
  await guest.context().close()
})

test('guests hear of the shop before and after a flight until they switch it off', async ({
  page,
  shop,
  browser,
}) => {
  const before = await readMail(shop, PAD_GUESTS.coming, /^(Two days to go|Before your flight)/)
  const off = before.links.find((link) => link.includes('/care/')) ?? ''
  const guest = await openMailed(browser, shop, off)
  await guest.getByRole('button', { name: 'Send me no more of these' }).click()
  await expect(heading(guest)).toHaveText('No more of these messages')

  const after = await readMail(shop, PAD_GUESTS.flown, /^How was your flight\?/)
  const survey = after.links.find((link) => link.includes('/survey')) ?? ''
  await guest.goto(new URL(survey).pathname + new URL(survey).search)
  await expect(heading(guest)).toBeVisible()
  await guest.context().close()
  // Who had switched it off before has no mail of it, though their flight is as near.
  expect((await shop.mails(PAD_GUESTS.stopped)).map(({ subject }) => subject)).toEqual([
    expect.stringContaining('booked'),
  ])
  await page.goto('/staff/care')
  const row = page.getByRole('row').filter({ hasText: 'Two days before a flight' }).first()
  await expect(row.locator('[data-label="Switched off by"]')).toHaveText('2')
})
