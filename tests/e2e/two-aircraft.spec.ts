import { rmSync } from 'node:fs'
import { AvailabilityDayReply, AvailabilityMonthReply } from '#contract/availability.ts'
import { formatTime } from '#app/format/local-time.ts'
import { expect, test as shopTest } from '../support/browser.ts'
import { acceptTerms, CARD, fillParty, payOnHostedPage, pressBook, readOrderId } from '../support/buyer.ts'
import { workBefore } from '../support/former-shop.ts'
import { copyDemoData } from '../support/prepare-shop.ts'
import { type RunningShop, startShop } from '../support/start-shop.ts'
import { addSecondAircraft } from '../support/two-aircraft.ts'

/** The demo shop with a second aircraft, and a flight ten minutes after each at eleven. */
const test = shopTest.extend<object, { shop: RunningShop }>({
  shop: [
    // Playwright requires a destructured first argument even when it is empty.
    async ({}, use) => {
      const dataDir = copyDemoData()
      await workBefore(dataDir, new Date(), ({ deps }) => addSecondAircraft(deps.database))
      const shop = await startShop({ dataDir })
      await use(shop)
      await shop.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})

const NAMES = ['Ada Lind', 'Bo Lind', 'Cy Lind', 'Di Lind', 'Ed Lind']

/** The first day of the next month on which five fly together on two. */
async function findDay(shop: RunningShop) {
  const read = async (path: string): Promise<unknown> =>
    (await fetch(`${shop.origin}/v1/availability/${path}&product_id=6&quantity=5`)).json()
  const now = new Date()
  const next = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString().slice(0, 7)
  const { days } = AvailabilityMonthReply.parse(await read(`month?month=${next}`)).availability
  for (const { date } of days.filter(({ status }) => status === 'open')) {
    const { departures } = AvailabilityDayReply.parse(await read(`day?date=${date}`)).availability
    const first = departures.find(({ two_aircraft: pair }) => pair)
    const { second } = first?.two_aircraft ?? {}
    if (first && second)
      return { date, times: [formatTime(first.local_time), formatTime(second.local_time)] as const }
  }
  throw new Error('No day of next month has two flights for five')
}

test('five who find no single aircraft fly together on two, and each flight is theirs alone', async ({
  page,
  shop,
}) => {
  const {
    date,
    times: [first, second],
  } = await findDay(shop)
  await page.goto(`/checkout/6?date=${date}&quantity=5`)
  const choice = page.getByRole('radio', { name: `${first} and ${second}` })
  await expect(page.locator('#departures')).toContainText(
    `No single aircraft has 5 seats at ${first}. Fly together on two: 3 at ${first} and 2 at ${second}.`,
  )
  await choice.check()
  await page.getByRole('button', { name: 'Continue to who and pay' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who is flying, and how to pay')
  await expect(page).toHaveURL(/departure=\d+-\d+/)
  await expect(page.getByText(`Passengers 1 to 3 fly at ${first}, the others at ${second}.`)).toBeVisible()

  const email = `five-${crypto.randomUUID()}@example.com`
  await fillParty(page, { email, names: NAMES, weights: ['150', '150', '150', '150', '150'] })
  await acceptTerms(page)
  await pressBook(page)
  await payOnHostedPage(page, CARD)
  const id = await readOrderId(page)

  const tickets = page.getByRole('article', { name: 'Your flight' })
  await expect(tickets).toHaveCount(2)
  await expect(tickets.nth(0)).toContainText('Cy Lind')
  await expect(tickets.nth(0)).not.toContainText('Di Lind')
  await expect(tickets.nth(1)).toContainText('Di Lind')
  const findTicket = async () =>
    (await shop.mails(email)).find(({ text }) => text.includes(`O-${String(id)}`))
  await expect.poll(findTicket).toBeDefined()
  const ticket = await findTicket()
  expect(ticket?.text).toContain('Passengers: Ada Lind, Bo Lind, Cy Lind')
  expect(ticket?.text).toContain('Passengers: Di Lind, Ed Lind')
  expect(ticket?.attachments[0]?.content.match(/BEGIN:VEVENT/g)).toHaveLength(2)
})
