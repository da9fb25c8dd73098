import { type Page } from 'playwright/test'
import { AvailabilityDayReply } from '#contract/availability.ts'
import { JwtReply } from '#contract/people.ts'
import { expect } from '../support/audited-browser.ts'
import { enterStaffArea } from '../support/staff-journey.ts'
import { buyTwo, call, test } from '../support/stranded-buyer.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const main = (page: Page) => page.getByRole('main')
const press = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name }).click()

test('staff hold a flight for the weather, put the decision off, and let it fly', async ({ page, shop }) => {
  const email = `${crypto.randomUUID()}@example.com`
  const { jwt } = JwtReply.parse(await call(shop, '/v1/customers', { customer: { email } }))
  const order = await buyTwo(shop, jwt)
  const [flight] = order.flights
  if (!flight) throw new Error('The order has no flight')
  const { local_date: date, local_time: time } = flight
  const isSold = async () => {
    const answer = await fetch(`${shop.origin}/v1/availability/day?product_id=6&date=${date}`)
    const { departures } = AvailabilityDayReply.parse(await answer.json()).availability
    return departures.find((one) => one.departure_id === flight.departure_id)?.status === 'open'
  }
  expect(await isSold()).toBe(true)
  const subjects = async () => (await shop.mails(email)).map(({ subject }) => subject)

  // The span is that of one departure. A wrong span keeps what was typed.
  await enterStaffArea(page, 'staff@example.com', '/staff/weather')
  await page.getByLabel('Day', { exact: true }).fill(date)
  await page.getByLabel('From', { exact: true }).fill(time)
  await page.getByLabel('Until', { exact: true }).fill('00:00')
  await press(page, 'Show who is affected')
  await expect(main(page)).toContainText('The end is before the beginning.')
  await expect(page.getByLabel('Day', { exact: true })).toHaveValue(date)
  await page.getByLabel('Until', { exact: true }).fill(time)
  await press(page, 'Show who is affected')
  await expect(page.getByRole('region', { name: 'Not sure yet? Hold them' })).toContainText(
    '1 party is mailed',
  )
  await page.getByLabel('We decide at').fill('05:10')
  await press(page, /^Hold \d+ departures?, tell 1 party$/)

  await expect(page).toHaveURL(/\/staff\/weather\/holds\/\d+/)
  await expect(main(page)).toContainText('On hold until 5:10')
  await expect
    .poll(subjects, { timeout: 90_000 })
    .toContainEqual(expect.stringMatching(/on hold, we decide at 5:10/))
  await page.reload()
  await expect(page.getByRole('row').filter({ hasText: 'New Yorker' })).toContainText('Told')
  // Nobody buys a seat of it meanwhile.
  expect(await isSold()).toBe(false)

  await page.getByLabel('We decide later, at').fill('06:20')
  await press(page, 'Move the time, tell 1 party')
  await expect(main(page)).toContainText('The parties are told the new time now.')
  await expect(main(page)).toContainText('On hold until 6:20')
  await expect
    .poll(subjects, { timeout: 90_000 })
    .toContainEqual(expect.stringMatching(/We now decide at 6:20/))

  await press(page, 'They fly')
  await expect(main(page)).toContainText(
    'They fly. The parties are told now, and the departures are on sale again.',
  )
  await expect(heading(page)).toBeVisible()
  await expect
    .poll(subjects, { timeout: 90_000 })
    .toContainEqual(expect.stringMatching(/^Your flight leaves at/))
  expect(await isSold()).toBe(true)
})
