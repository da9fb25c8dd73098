import { type Page } from 'playwright/test'
import { AvailabilityDayReply } from '#contract/availability.ts'
import { formatDollars } from '#app/format/format-dollars.ts'
import { type BookedParty, furnishRescue, RESCUE_AIRCRAFT, rescueNoon } from '../support/furnish-rescue.ts'
import { openVisitor } from '../support/pay-by-link.ts'
import { expect, test as base } from '../support/signed-in-staff.ts'
import { type RunningShop } from '../support/start-shop.ts'

// An aircraft goes down for an afternoon, and the desk settles its flights part by part.

const test = base.extend({
  furnish: [
    async ({ furnish }, use) => {
      await use(async (dataDir) => {
        await furnish(dataDir)
        await furnishRescue(dataDir)
      })
    },
    { scope: 'worker' },
  ],
})

const { down, spare } = RESCUE_AIRCRAFT
const main = (page: Page) => page.getByRole('main')
const said = (page: Page) => main(page).getByRole('status').first()
/** What stands at a name of the large figures, with what it compares with. */
const figure = (page: Page, name: string) => page.locator('.figs > div').filter({ hasText: name })
const flightRow = (page: Page, time: string) =>
  page
    .getByRole('region', { name: 'Table: flights that are hit' })
    .locator('tbody tr')
    .filter({ hasText: time })
const planRow = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Table: other plans' }).locator('tbody tr').filter({ hasText: name })
const sum = (...parties: BookedParty[]) =>
  formatDollars(parties.reduce((cents, { total }) => cents + Math.round(total * 100), 0) / 100)

/** Waits for a button before it is pressed: an action alone would wait as long as the whole test. */
async function press(page: Page, name: string | RegExp): Promise<void> {
  const button = main(page).getByRole('button', { name })
  await expect(button).toBeVisible()
  await button.click()
}

const subjectsOf = async (shop: RunningShop, { email }: BookedParty) =>
  (await shop.mails(email)).map(({ subject }) => subject)

/** Waits for the newest mail with this subject. */
async function readMail(shop: RunningShop, { email }: BookedParty, subject: RegExp) {
  const find = async () => (await shop.mails(email)).find((mail) => subject.test(mail.subject))
  await expect.poll(find, { timeout: 90_000, message: `${email} is told` }).toBeTruthy()
  const mail = await find()
  if (!mail) throw new Error('The mail is gone')
  return mail
}

/** The flight of an order, as its page names it. */
async function expectBooked(page: Page, { orderId }: BookedParty, text: RegExp): Promise<void> {
  await page.goto(`/staff/orders/${String(orderId)}`)
  await expect(page.getByRole('region', { name: 'Booking' })).toContainText(text)
}

async function openTimes(shop: RunningShop, date: string) {
  const answer = await fetch(`${shop.origin}/v1/availability/day?product_id=6&date=${date}`)
  const { departures } = AvailabilityDayReply.parse(await answer.json()).availability
  return departures.flatMap(({ status, local_time: time }) => (status === 'open' ? [time] : []))
}

test('an aircraft is down from noon to four: one flight is given another, the rest moves or chooses', async ({
  page,
  browser,
  shop,
}) => {
  const { date, parties } = rescueNoon()
  const { pair, single, last, three, others } = parties

  // The desk says what is down, and sees what it costs beside the other plans.
  await page.goto('/staff/aircraft')
  await expect(main(page).getByRole('link', { name: 'rescue plan' })).toBeVisible()
  await main(page).getByRole('link', { name: 'rescue plan' }).click()
  await expect(page.getByLabel('Aircraft', { exact: true })).toBeVisible()
  await page.getByLabel('Aircraft', { exact: true }).selectOption({ label: `${down}, Kearny Heliport` })
  await page.getByLabel('Day', { exact: true }).fill(date)
  await page.getByLabel('From', { exact: true }).fill('12:00')
  await page.getByLabel('Until', { exact: true }).fill('16:00')
  await page.getByLabel('Why, for the desk').fill('Oil leak')
  await press(page, 'Draw the plan')
  await expect(figure(page, 'Flights hit')).toHaveText(/^Flights hit\s*2\s*4 parties$/)
  await expect(figure(page, 'Fly at their time')).toHaveText(/time\s*3/)
  await expect(figure(page, 'Fly at another time')).toHaveText(/time\s*2/)
  await expect(figure(page, 'Seats that do not fly')).toHaveText(/fly\s*2\s*7 if all is called off$/)
  await expect(figure(page, 'Money back, at most')).toContainText(sum(single, last))
  await expect(figure(page, 'Money back, at most')).toContainText('and no vouchers')
  const noon = flightRow(page, '12:00 pm')
  await expect(noon).toContainText('Some moved, then called off')
  await expect(noon).toContainText('moved to 11:00 am, told by mail')
  await expect(noon).toContainText(`called off: chooses another day or ${sum(last)} back, told by mail`)
  await expect(flightRow(page, '1:15 pm')).toContainText(`${spare} flies it`)
  await expect(flightRow(page, '1:15 pm')).toContainText('stays, not told: its time stays')
  await expect(planRow(page, 'Other aircraft, other times')).toContainText('Shown above')
  await expect(planRow(page, 'Call everything off')).toContainText(
    `${sum(pair, single, last)} back at most, ${sum(three)} in vouchers`,
  )
  // Somebody else at the desk has the same plan open.
  const other = await page.context().newPage()
  await other.goto(page.url())
  await expect(other.getByRole('button', { name: 'Do it all: 2 flights' })).toBeVisible()

  // One flight is settled alone: its other aircraft has a seat free, so the rest costs less.
  const only = flightRow(page, '1:15 pm').getByRole('button', { name: /^Only this/ })
  await expect(only).toBeVisible()
  await only.click()
  await expect(said(page)).toHaveText('Done: 1 flight has another aircraft.')
  await expect(figure(page, 'Flights hit')).toHaveText(/^Flights hit\s*1\s*3 parties$/)
  await expect(noon).toContainText('moved to 11:00 am')
  await expect(noon).toContainText('moved to 1:15 pm')
  await expect(figure(page, 'Money back, at most')).toContainText(sum(last))
  expect(await openTimes(shop, date)).not.toContain('12:00')
  await page.goto(`/staff/flights/${String(three.flightId)}`)
  await expect(main(page)).toContainText(spare)

  // What the other one sees is old: nothing is done, and the page shows the plan as it is now.
  await press(other, 'Do it all: 2 flights')
  await expect(main(other)).toContainText('The day has changed since this plan was drawn.')
  await expectBooked(page, pair, /12:00\s*pm/)
  await expect(main(other)).toContainText(
    '2 parties are moved at no charge and told once, with a new ticket.',
  )
  await press(other, 'Do it all: 1 flight')
  await expect(said(other)).toHaveText('Done: 2 parties moved and told, 1 party called off and told.')
  await expect(main(other)).toContainText('No booked flight is hit.')
  await expect(main(other)).toContainText(`${down} is out of service for these hours.`)

  // Orders, flights, the shop and the list of outages say the same.
  await expectBooked(page, pair, /11:00\s*am/)
  await expectBooked(page, single, /1:15\s*pm/)
  await expectBooked(page, last, /12:00\s*pm.*called off/is)
  await expectBooked(page, three, /1:15\s*pm/)
  await expectBooked(page, others, /12:10\s*pm/)
  await page.goto(`/staff/flights/${String(three.flightId)}`)
  await expect(page.getByText(/^4\s*of 4 sold$/)).toBeVisible()
  expect(await openTimes(shop, date)).toEqual([])
  await page.goto('/staff/aircraft')
  const outage = main(page).locator('tbody tr').filter({ hasText: down })
  await expect(outage).toContainText('12:00 pm to 4:00 pm')
  await expect(outage).toContainText('Oil leak')

  // Whoever flies at another time, or not, is told once; whose time stays is not.
  for (const party of [pair, single]) {
    const { text } = await readMail(shop, party, /^Your flight was moved/)
    expect(text).toContain('at no charge')
  }
  const { links } = await readMail(shop, last, /is called off/)
  const guest = await openVisitor(browser, shop)
  const offer = links.find((link) => link.includes('/reschedule-credits/')) ?? ''
  await guest.goto(new URL(offer).pathname)
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText('Your flight is called off')
  await expect(guest.getByRole('radio', { name: 'Your money back' })).toBeVisible()
  await expect(main(guest)).toContainText(sum(last))
  await guest.context().close()
  for (const party of [pair, single, last]) expect(await subjectsOf(shop, party)).toHaveLength(2)
  for (const party of [three, others])
    expect(await subjectsOf(shop, party)).toEqual([expect.stringContaining('booked')])
})
