import { type Locator, type Page } from 'playwright/test'
import { addDays, toLocalDate } from '#api/rules/time/local-time.ts'
import { bookToday, DESK_ZONE } from '../support/book-today.ts'
import { bringFlightNear } from '../support/bring-flight-near.ts'
import { findFlight } from '../support/buyer.ts'
import { workBefore } from '../support/former-shop.ts'
import { openVisitor } from '../support/pay-by-link.ts'
import { expect, test as base } from '../support/signed-in-staff.ts'
import { addSecondAircraft } from '../support/two-aircraft.ts'
import { whileStopped } from '../support/while-stopped.ts'

// A day at the counter, guest by guest, found by what is written on the pages.

/** Flights of today and tomorrow, and a second aircraft ten minutes after each flight at eleven. */
const test = base.extend({
  furnish: [
    async ({ furnish }, use) => {
      await use(async (dataDir) => {
        await furnish(dataDir)
        await bookToday(dataDir)
        await workBefore(dataDir, new Date(), ({ deps }) => addSecondAircraft(deps.database))
      })
    },
    { scope: 'worker' },
  ],
})

const main = (page: Page) => page.getByRole('main')
const said = (page: Page) => main(page).getByRole('status').first()
const press = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name }).first().click()
const side = (page: Page) => page.getByRole('complementary', { name: '5. Price' })
const centsIn = (text: string) =>
  Math.round(Number(/\$([\d,]+\.\d\d)/.exec(text)?.[1]?.replaceAll(',', '')) * 100)

const boxOf = async (part: Locator) => {
  const box = await part.boundingBox()
  if (!box) throw new Error('A part of the page is not shown')
  return box
}
const widthOf = async (part: Locator) => (await boxOf(part)).width

/** The pixels from the box of a field to the label of the field below it. */
async function gapBetween(part: Locator, field: string, below: string): Promise<number> {
  const { y, height } = await boxOf(part.getByLabel(field))
  return (await boxOf(part.getByText(below))).y - y - height
}

/** Says for a product who pays less, on its own page. */
async function offerChildren(page: Page): Promise<void> {
  await page.goto('/staff/products/6')
  const type = page.getByRole('group', { name: 'Another type' })
  await type.getByLabel('What it is called').fill('Child')
  await type.getByLabel('Less than an adult, percent').fill('20')
  await type.getByLabel('Flies only with an adult in the party').check()
  await type.getByLabel('Can be bought').check()
  await press(page, 'Save')
  await expect(said(page)).toContainText('Saved.')
}

/** Names, weights and types in the order of the party. */
async function typeParty(page: Page, party: readonly [name: string, weight?: string, type?: string][]) {
  for (const [at, [name, weight, type]] of party.entries()) {
    const row = page.getByRole('group', { name: `Passenger ${String(at + 1)}`, exact: true })
    await row.getByLabel(/full name$/).fill(name)
    if (weight) await row.getByLabel('Weight, lb').fill(weight)
    if (type) await row.getByLabel('Seat for').selectOption({ label: type })
  }
}

test('a day at the counter: cash, parts, a child, two aircraft, extras, notes, waivers and check-in', async ({
  page,
  browser,
  shop,
  owed,
}) => {
  test.slow()
  const [family, five] = ['counter.family@example.com', 'counter.five@example.com']
  owed.push({ email: family, paid: 1, charges: 0 }, { email: five, paid: 1, charges: 0 })
  await offerChildren(page)
  await page.goto('/staff/drawer')
  await page.getByLabel('In it now, in dollars').fill('100')
  await press(page, 'Open')
  await expect(page.getByRole('heading', { name: /^Open since/ })).toBeVisible()

  // A walk-in without an e-mail pays in cash and scans the ticket.
  const flight = await findFlight(shop, 6, 'next', 'never')
  const time = new RegExp(`^${flight.time}`)
  await page.goto(`/staff/sell?product=6&date=${flight.date}`)
  await press(page, time)
  await expect(page.getByRole('timer')).toHaveText(/^Seats held /)
  await page.getByLabel('Customer’s name').fill('Walt Inman')
  await typeParty(page, [['Walt Inman', '170']])
  await page.getByRole('radio', { name: /^In cash/ }).check()
  await press(page, 'Apply')
  const price = centsIn(
    (await side(page)
      .getByRole('button', { name: /^Take \$.* in cash$/ })
      .textContent()) ?? '',
  )
  await page.getByLabel('Cash handed over, in dollars').fill(((price + 500) / 100).toFixed(2))
  await side(page)
    .getByRole('button', { name: /^Take \$.* in cash$/ })
    .click()
  await expect(said(page)).toContainText('Paid. Give $5.00 back.')
  await expect(page.getByRole('img', { name: 'The ticket, to be scanned' })).toBeVisible()

  // A mother and her child pay a hundred dollars now and the rest later.
  await page.goto(`/staff/sell?product=6&date=${flight.date}&people=2`)
  await press(page, time)
  await expect(page.getByRole('timer')).toHaveText(/^Seats held /)
  await page.getByLabel('Customer’s e-mail').fill(family)
  await typeParty(page, [['Mona Reyes'], ['Kit Reyes', '60', 'Child']])
  await page.getByRole('radio', { name: /^By card reader/ }).check()
  await page.getByLabel('Take now, in dollars').fill('100')
  await page.getByLabel('Number of the reader’s slip').fill('COUNTER-1')
  await press(page, 'Apply')
  await expect(side(page)).toContainText('Left to pay')
  await side(page)
    .getByRole('button', { name: /^Take \$100\.00/ })
    .click()
  await expect(page.getByRole('heading', { name: 'Take a payment' })).toBeVisible()
  const order = page.url().split(/[?#]/)[0] ?? ''
  const cash = main(page).getByRole('form', { name: 'In cash' })
  const left = await cash.getByLabel('Amount, in dollars').inputValue()
  await cash.getByLabel('Cash handed over, in dollars').fill(left)
  await cash.getByRole('button', { name: 'Taken in cash' }).click()
  await expect(said(page)).toContainText('Paid')

  // They want the photos, too, and the pilot shall know something.
  await page.goto(`${order}/extras`)
  await main(page).getByRole('checkbox').first().check()
  await press(page, 'Show what it costs')
  await page.getByLabel('Number of the reader’s slip').fill('COUNTER-2')
  await press(page, 'Paid by the card reader: add to the order')
  await expect(said(page)).toBeVisible()
  await page.goto(order)
  await page.locator('#comments > summary').click()
  await page.getByLabel('Comment', { exact: true }).fill('The boy is afraid of noise.')
  await page.getByRole('checkbox', { name: /^Put it on the manifest/ }).check()
  await press(page, 'Save the note')
  await expect(main(page)).toContainText('The boy is afraid of noise.')

  // The guests type for themselves: weight and waiver, on their own phone.
  const guests = page.getByRole('region', { name: 'Guests do the typing' })
  await expect(guests.getByRole('img', { name: 'The guests’ page, to be scanned' })).toBeVisible()
  const phone = await openVisitor(browser, shop)
  await phone.goto((await guests.getByRole('link', { name: 'Open it here' }).getAttribute('href')) ?? '')
  await press(phone, 'Mona, guest 1')
  await phone.getByLabel(/^Weight/).fill('140')
  await phone.getByLabel('Sign by typing').fill('Mona Reyes')
  await phone.getByLabel('I have read this and agree').check()
  await press(phone, 'Save my details')
  await expect(phone.getByText(/^All done\./)).toBeVisible()
  await phone.context().close()
  await page.reload()
  await expect(guests.getByRole('listitem').filter({ hasText: 'Mona Reyes' })).toContainText('Done')

  // Five friends fit on no aircraft at eleven, and fly together on two.
  await page.goto(`/staff/sell?product=6&date=${flight.date}&people=5`)
  const pair = main(page).getByRole('button', { name: /on two aircraft/ })
  const single = main(page).getByRole('group', { name: 'Time' }).getByRole('button').first()
  expect(await widthOf(pair)).toBeGreaterThan(1.8 * (await widthOf(single)))
  await pair.click()
  await expect(page.getByRole('timer')).toHaveText(/^Seats held /)
  expect(
    await gapBetween(side(page), 'Take now, in dollars', 'Rest due by, at the terminal'),
  ).toBeGreaterThan(8)
  await page.getByLabel('Customer’s e-mail').fill(five)
  await typeParty(
    page,
    ['Ann', 'Ben', 'Cal', 'Dee', 'Eve'].map((name) => [`${name} Five`, '150'] as const),
  )
  await page.getByRole('radio', { name: /^By card reader/ }).check()
  await page.getByLabel('Number of the reader’s slip').fill('COUNTER-3')
  await press(page, 'Apply')
  await side(page)
    .getByRole('button', { name: /^Take \$.* by card reader$/ })
    .click()
  await expect(said(page)).toContainText('Paid')
  const booking = page.getByRole('region', { name: 'Booking' })
  await expect(booking.getByRole('listitem')).toHaveCount(2)
  await expect(booking.getByRole('rowheader', { name: /^Ann Five 11:00 am/ })).toBeVisible()
  await expect(booking.getByRole('rowheader', { name: /^Eve Five 11:10 am/ })).toBeVisible()

  // Who flies next is checked in, once check-in has begun.
  const tomorrow = addDays(toLocalDate(new Date(), DESK_ZONE), 1)
  await page.goto(`/staff/flights?date=${tomorrow}`)
  await main(page)
    .getByRole('link', { name: /The New Yorker/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/staff\/flights\/\d+$/)
  const flightId = Number(/\d+$/.exec(new URL(page.url()).pathname)?.[0])
  const departAt = new Date(Math.floor(Date.now() / 60_000) * 60_000 + 40 * 60_000)
  await whileStopped(shop, (database) =>
    bringFlightNear(
      { query: (text, values) => database.query(text, values) },
      { flightId, departAt, pilot: 'pilot@example.com' },
    ),
  )
  await page.reload()
  await page.getByLabel('Weight of Ada Lind, lb').fill('150')
  await press(page, 'Check in Ada Lind')
  await expect(main(page).getByRole('button', { name: /^Here .* undo for Ada Lind$/ })).toBeVisible()
})
