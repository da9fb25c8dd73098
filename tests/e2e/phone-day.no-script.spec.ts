import { type Page } from 'playwright/test'
import { findFlight, type FoundFlight, seatsLeft } from '../support/buyer.ts'
import { mailedPayPath, openVisitor, payByMailedLink } from '../support/pay-by-link.ts'
import { expect, test } from '../support/signed-in-staff.ts'
import { type RunningShop } from '../support/start-shop.ts'

// A day on the phone, call by call, found by what is written on the pages.

const main = (page: Page) => page.getByRole('main')
const said = (page: Page) => main(page).getByRole('status').first()
const press = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name }).first().click()

/** Goes from the search for a caller nobody knows to held seats at a time. */
async function holdSeats(page: Page, flight: FoundFlight, people: number, caller: string): Promise<void> {
  await page.goto(`/staff/sell?date=${flight.date}`)
  await page.getByRole('searchbox', { name: 'Caller’s phone, or a name' }).fill(caller)
  await press(page, 'Find')
  await expect(main(page)).toContainText(`Nobody is known by “${caller}”.`)
  await page.getByRole('link', { name: 'New customer' }).click()
  await main(page)
    .getByRole('group', { name: 'Flight' })
    .getByRole('button', { name: /^The New Yorker/ })
    .click()
  for (let seat = 2; seat <= people; seat += 1) await press(page, 'Add a passenger')
  await expect(page.getByRole('heading', { name: `4. Party of ${String(people)}` })).toBeVisible()
  await main(page)
    .getByRole('group', { name: 'Time' })
    .getByRole('button', { name: new RegExp(`^${flight.time}`) })
    .click()
  await expect(page.getByRole('timer')).toHaveText(/^Seats held /)
}

/** Two empty flights of one day: the later one is never the cheaper one. */
async function findTwoOfDay(shop: RunningShop): Promise<[FoundFlight, FoundFlight]> {
  const find = () => findFlight(shop, 6, 'next', 'never')
  let [first, second] = [await find(), await find()]
  while (first.date !== second.date) [first, second] = [second, await find()]
  return [first, second]
}

/** A shopper finds too few seats at a time and waits for four. */
async function waitForSeats(page: Page, flight: FoundFlight, email: string): Promise<void> {
  await page.goto(`/checkout/6?date=${flight.date}&quantity=4`)
  await page.getByRole('link', { name: `Join the waitlist for the ${flight.time} flight` }).click()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Write to me about this flight').check()
  await press(page, 'Join the waitlist')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are on the waitlist')
}

async function mailedOffer(shop: RunningShop, email: string): Promise<string> {
  const find = async () =>
    (await shop.mails(email)).find(({ subject }) => subject.startsWith('Seats came free'))?.text ?? ''
  await expect.poll(find, { timeout: 90_000 }).toMatch(/\/waitlist\/offers\//)
  return /\/waitlist\/offers\/[\w-]+/.exec(await find())?.[0] ?? ''
}

test('a day on the phone: a quote, a paid link, a move, a refund, a gift card, seats offered', async ({
  page,
  browser,
  shop,
  owed,
  known: { gift },
}) => {
  test.slow()
  const [email, waiting] = ['phone.day@example.com', 'phone.waits@example.com']
  owed.push({ email, paid: 1 }, { email: gift.email, paid: 1, unpaid: 0 })
  const [to, flight] = await findTwoOfDay(shop)

  // What would two cost? The price stands on the grid before anybody asks for a name.
  await page.goto(`/staff/grid?date=${flight.date}&people=2`)
  const offer = main(page).getByRole('button', { name: new RegExp(`^${flight.time} The New Yorker \\$`) })
  const quoted = /\$[\d,]+\.\d\d/.exec(await offer.innerText())?.[0] ?? ''

  await holdSeats(page, flight, 2, '555 0177')
  await page.getByLabel('Customer’s name').fill('Ada Lind')
  await page.getByLabel('Customer’s e-mail').fill(email)
  await page.getByLabel('Passenger 1, full name').fill('Ada Lind')
  await page.getByLabel('Passenger 2, full name').fill('Bo Lind')
  await press(page, `Mail the link, ${quoted}`)
  await expect(said(page)).toContainText('A link to pay was mailed')
  const order = page.url().split('#')[0] ?? ''
  await payByMailedLink(browser, shop, email)

  // They fly at another time, and the fee is taken off.
  await page.goto(order)
  await page.locator('summary').filter({ hasText: 'Move to another flight' }).click()
  await page.getByRole('link', { name: 'Move the flight for the customer' }).click()
  await page.getByLabel('To the day').fill(to.date)
  await press(page, 'Show departures')
  await page.getByRole('radio', { name: new RegExp(`^${to.time} `) }).check()
  await page.getByRole('checkbox', { name: /^Take no fee/ }).check()
  await page.getByLabel('Reason', { exact: true }).fill('Their train is late')
  await press(page, 'Show what it costs')
  await press(page, 'Move the flight')
  await expect(said(page)).toContainText('The flight is moved.')
  expect(await seatsLeft(shop, 6, flight)).toBe(flight.seatsLeft)

  // Bo stays at home, and gets the money back on the card.
  await page.goto(order)
  await page.getByRole('checkbox', { name: 'Bo Lind' }).check()
  await page.getByLabel('Reason', { exact: true }).fill('Bo is ill')
  await press(page, 'See what would come back')
  await expect(main(page)).toContainText('Bo Lind stays home; the others fly.')
  await press(page, /^Refund \$/)
  await expect(main(page)).toContainText(/given back to/)
  expect(await seatsLeft(shop, 6, to)).toBe(to.seatsLeft - 1)

  // Somebody waits for four seats at that time; three are offered by hand, and passed on.
  const shopper = await openVisitor(browser, shop)
  await waitForSeats(shopper, to, waiting)
  await page.goto('/staff/waitlist')
  await page.getByLabel(`Seats for ${waiting}`).selectOption('3 seats')
  await press(page, `See the offer to ${waiting}`)
  await expect(main(page)).toContainText('Nothing is held or sent yet')
  await press(page, /^Hold and send/)
  await expect(main(page)).toContainText('The seats are held, and the party is mailed.')
  await shopper.goto(await mailedOffer(shop, waiting))
  await expect(shopper.getByRole('heading', { level: 1 })).toHaveText('We keep 3 seats for you')
  await press(shopper, 'No thanks')
  await expect(shopper.getByRole('heading', { level: 1 })).toHaveText('Thank you for passing them on')
  expect(await seatsLeft(shop, 6, to)).toBe(to.seatsLeft - 1)

  // A caller with a gift card reads out its code; what it leaves is paid by a link.
  const third = await findFlight(shop, 6, 'next', 'never')
  await holdSeats(page, third, 1, '555 0188')
  await page.getByLabel('Customer’s e-mail').fill(gift.email)
  await page.getByLabel('Passenger 1, full name').fill('Ida Lund')
  await page.getByLabel('Code, gift or voucher').fill(gift.code)
  await press(page, 'Apply')
  await expect(page.getByRole('complementary', { name: '5. Price' })).toContainText('Gift card')
  await press(page, /^Mail the link, \$/)
  await expect(said(page)).toContainText('A link to pay was mailed')
  await shopper.goto(await mailedPayPath(shop, gift.email))
  await expect(shopper.getByRole('heading', { level: 1 })).toHaveText('Your flight is waiting')
  await shopper.context().close()
  await payByMailedLink(browser, shop, gift.email)
})
