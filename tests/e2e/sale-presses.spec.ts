import { type Page } from 'playwright/test'
import { findFlight, type FoundFlight } from '../support/buyer.ts'
import { countPresses } from '../support/count-presses.ts'
import { expect, test } from '../support/signed-in-staff.ts'

// The sales and the move that a counter and a phone see all day, by keyboard alone, with and
// without scripts. Each number is the most presses from the page where the need is seen.

const main = (page: Page) => page.getByRole('main')
const said = (page: Page) => main(page).getByRole('status').first()

/** Cash is taken into an open drawer alone. */
async function openDrawer(page: Page): Promise<void> {
  await page.goto('/staff/drawer')
  await page.getByLabel('In it now, in dollars').fill('100')
  await main(page).getByRole('button', { name: 'Open' }).click()
  await expect(page.getByRole('heading', { name: /^Open since/ })).toBeVisible()
}

/** Opens the grid of a flight's day; its cell names time and product. */
async function openGrid(page: Page, flight: FoundFlight, party: number): Promise<RegExp> {
  await page.goto(`/staff/grid?date=${flight.date}&party=${String(party)}`)
  return new RegExp(`${flight.time},? The New Yorker`)
}

test('a walk-in pays in cash in five presses', async ({ page, shop }) => {
  await openDrawer(page)
  const cell = await openGrid(page, await findFlight(shop, 6, 'next', 'never'), 1)
  const hand = countPresses(page)
  await hand.press(cell)
  await expect(page.getByRole('timer')).toHaveText(/^Seats held/)
  await hand.type('Passenger 1, full name', 'Walt Inman')
  await hand.pick(/^Link by mail/, page.getByRole('radio', { name: /^In cash/ }))
  await hand.type('Cash handed over, in dollars', '300')
  await hand.press(/^Take \$.* in cash$/)
  await expect(said(page)).toContainText(/Paid\. Give \$[\d.]+ back\./)
  await expect(page.getByRole('img', { name: 'The ticket, to be scanned' })).toBeVisible()
  expect(hand.total()).toBeLessThanOrEqual(5)
})

test('a caller is sold seats and mailed the link in eight presses and sixty keys', async ({
  page,
  shop,
  owed,
}) => {
  const email = 'new.caller@example.com'
  owed.push({ email, paid: 0, charges: 0, unpaid: 1 })
  const cell = await openGrid(page, await findFlight(shop, 6, 'next', 'never'), 2)
  const hand = countPresses(page)
  await hand.press(cell)
  await expect(page.getByRole('timer')).toHaveText(/^Seats held/)
  await hand.type('Customer’s e-mail', email)
  await hand.type('Passenger 1, full name', 'Ana Ruiz')
  await hand.type('Passenger 2, full name', 'Jo Ruiz')
  await hand.press(/^Mail the link, \$/)
  await expect(said(page)).toContainText('A link to pay was mailed')
  expect(hand.total()).toBeLessThanOrEqual(8)
  expect(hand.keys()).toBeLessThanOrEqual(60)
})

test('a party is moved to another time in five presses', async ({ page, sell }) => {
  await openDrawer(page)
  const { orderId } = await sell('presses.move@example.com')
  await page.goto(`/staff/orders/${String(orderId)}`)
  const hand = countPresses(page)
  await hand.press(/^Move to another flight/)
  await hand.press('Move the flight for the customer')
  await expect(page).toHaveURL(/\/move/)
  await hand.pick(/^\d+:\d\d [ap]m/, main(page).getByRole('radio').nth(1))
  await hand.press('Show what it costs')
  await expect(
    main(page)
      .getByRole('button', { name: /move the flight$/i })
      .first(),
  ).toBeVisible()
  await hand.press('Taken in cash: move the flight')
  await expect(said(page)).toContainText('The flight is moved.')
  expect(hand.total()).toBeLessThanOrEqual(5)
})
