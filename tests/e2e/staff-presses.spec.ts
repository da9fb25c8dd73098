import { type Page } from 'playwright/test'
import { bookToday } from '../support/book-today.ts'
import { findFlight } from '../support/buyer.ts'
import { expectAccessibleInAllVariants } from '../support/by-keyboard.ts'
import { countPresses } from '../support/count-presses.ts'
import { makePhonePhoto } from '../support/make-photo.ts'
import { openToday } from '../support/open-today.ts'
import { expect, test as base } from '../support/signed-in-staff.ts'

// What the desk does all day, by keyboard alone, with and without scripts. Each number is the most
// presses from the page where the need is seen.

const test = base.extend({
  furnish: [
    async ({ furnish }, use) => {
      await use(async (dataDir) => {
        await furnish(dataDir)
        await bookToday(dataDir)
      })
    },
    { scope: 'worker' },
  ],
})

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const status = (page: Page) => page.getByRole('main').getByRole('status').first()
const withScript = () => test.info().project.use.javaScriptEnabled !== false

test('a missing pilot is set on Today in two presses', async ({ page }) => {
  await openToday(page)
  const row = page.getByRole('listitem').filter({ hasText: 'No pilot' })
  const pilot = row.getByRole('combobox')
  const code = /\S+$/.exec((await pilot.getAttribute('aria-label')) ?? '')?.[0] ?? ''
  const hand = countPresses(page)
  await hand.type(`Pilot for ${code}`, 'Ida')
  await hand.press('Set pilot')
  await expect(status(page)).toContainText(`Ida Lund flies ${code}.`)
  await expect(pilot).toHaveCount(0)
  expect(hand.total()).toBeLessThanOrEqual(2)
})

test('two missing weights are entered on Today in three presses', async ({ page }) => {
  await openToday(page)
  const row = page.getByRole('listitem').filter({ hasText: 'Weights missing' })
  const hand = countPresses(page)
  await hand.type('Weight of Ada Lind in pounds', '150')
  await hand.type('Weight of Bo Lind in pounds', '165')
  await hand.press('Save')
  await expect(status(page)).toHaveText(/^The weights of \S+ are saved\.$/)
  await expect(row).toHaveCount(0)
  expect(hand.total()).toBeLessThanOrEqual(3)
})

test('a caller’s order is found from any page in two presses', async ({ page, sell }) => {
  const { orderId } = await sell('presses.found@example.com')
  await page.goto('/staff/reports')
  const hand = countPresses(page)
  if (withScript()) {
    await page.waitForLoadState('networkidle')
    await page.keyboard.press('/')
    await expect(page.locator('#find')).toBeFocused()
    await hand.typeHere(`O-${String(orderId)}`)
  } else {
    await hand.type('Search by order, name, phone or code', `O-${String(orderId)}`)
  }
  await hand.send()
  await expect(page).toHaveURL(new RegExp(`/staff/orders/${String(orderId)}$`))
  expect(hand.total()).toBeLessThanOrEqual(2)
})

test('a caller who knows no number is found in two presses, with the order and its facts', async ({
  page,
  sell,
}) => {
  const email = 'presses.named@example.com'
  const { orderId } = await sell(email)
  await page.goto('/staff/products')
  const hand = countPresses(page)
  await hand.type('Search by order, name, phone or code', email)
  await hand.send()
  await expect(heading(page)).toHaveText(`“${email}”`)
  const first = page.getByRole('complementary', { name: `O-${String(orderId)}, Ada Lind` })
  await expect(first).toContainText('The New Yorker')
  await expect(first.getByRole('link', { name: 'Open' })).toBeVisible()
  expect(hand.total()).toBeLessThanOrEqual(2)
})

test('one seat is refunded with a preview in four presses', async ({ page, sell }) => {
  const { orderId } = await sell('presses.refund@example.com')
  await page.goto(`/staff/orders/${String(orderId)}`)
  const hand = countPresses(page)
  await hand.tick('Bo Lind')
  await hand.type('Reason', 'Bo stays at home')
  await hand.press('See what would come back')
  await expect(page.getByRole('main')).toContainText('Bo Lind stays home; the others fly.')
  await hand.press(/^Refund \$/)
  await expect(
    page
      .getByRole('main')
      .getByText(/to hand out/i)
      .first(),
  ).toBeVisible()
  expect(hand.total()).toBeLessThanOrEqual(4)
})

test('one departure is closed on the week’s page in one press, and opened in one more', async ({ page }) => {
  await page.goto('/staff/week')
  // Departures that are over have no button; the first one that is ahead stands on any day.
  const name = await page
    .getByRole('cell')
    .getByRole('button', { name: /^Close .* [ap]m$/ })
    .first()
    .textContent()
  const hand = countPresses(page)
  await hand.press(name ?? '')
  await expect(status(page)).toContainText('Closed: ')
  const opposite = page.getByRole('button', { name: (name ?? '').replace('Close', 'Open'), exact: true })
  await expect(opposite).toBeVisible()
  expect(hand.total()).toBeLessThanOrEqual(1)
  await hand.press('Undo')
  await expect(page.getByRole('button', { name: name ?? '', exact: true })).toBeVisible()
  expect(hand.total()).toBeLessThanOrEqual(2)
})

test('a new product with its own photo goes on sale in fourteen presses', async ({ page }) => {
  await page.goto('/staff/products')
  const hand = countPresses(page)
  await hand.press('New product')
  await expect(heading(page)).toHaveText('New product')
  await hand.type('Name', 'Two Bridges')
  await hand.type('One line', 'Under one and over the other.')
  await hand.choose('A photo', {
    name: 'bridges.jpg',
    mimeType: 'image/jpeg',
    buffer: await makePhonePhoto(),
  })
  await hand.type(/^What the photo shows/, 'Two bridges from above, in the morning')
  await hand.type('Seat, dollars', '150')
  await hand.type('Minutes', '15')
  await hand.type('Leaves from', 'Kearny')
  await hand.type('Aircraft', '4')
  await hand.type('Another time', '0525AM')
  await hand.press('Add this time')
  await expect(page.getByRole('checkbox', { name: '5:25 am, Sunday' })).toBeChecked()
  await hand.press('Save and put on sale')
  await expect(status(page)).toContainText('Saved. It is in the shop.')
  await page.goto('/product/two-bridges')
  await expect(
    page.getByRole('img', { name: 'Two bridges from above, in the morning' }).first(),
  ).toBeVisible()
  expect(hand.total()).toBeLessThanOrEqual(14)
})

test('three seats are quoted on the grid of the day in two presses', async ({ page }) => {
  await page.goto('/staff/reports')
  const hand = countPresses(page)
  await hand.press('Grid of a day')
  await expect(page.getByRole('link', { name: 'Whole aircraft' })).toBeVisible()
  await hand.press('3')
  await expect(page.getByRole('main')).toContainText(/ takes? a party of 3\./)
  // A table, or on a phone a list.
  const departure = page.getByRole('main').getByRole('button', { name: /\$[\d,]+\.\d\d/ })
  await expect(departure.first()).toBeVisible()
  expect(hand.total()).toBeLessThanOrEqual(2)
})

test('three seats are sold to a known caller in ten presses', async ({ page, shop, owed, sell }) => {
  test.slow()
  const email = 'knows.us@example.com'
  await sell(email)
  owed.push({ email, paid: 1, charges: 0, unpaid: 1 })
  const flight = await findFlight(shop, 6, 'next', 'never')
  await page.goto(`/staff/sell?date=${flight.date}`)
  await expect(page.getByRole('searchbox', { name: 'Caller’s phone, or a name' })).toBeVisible()
  const hand = countPresses(page)
  await hand.type('Caller’s phone, or a name', email)
  await hand.press('Find')
  await expect(page.getByLabel('Caller', { exact: true })).toContainText('1 order')
  await hand.press(/^The New Yorker/)
  await expect(page).toHaveURL(/at=what/)
  const day = String(Number(flight.date.slice(8)))
  await hand.press(new RegExp(` ${day} \\D+${day}\\d+ left$`))
  await expect(page).toHaveURL(/at=day/)
  // The caller's own party flies at the first time, which has no room for three more.
  await hand.press(/^\d+:\d\d [ap]m\s*4 left/)
  await expect(page.getByRole('timer')).toHaveText(/^Seats held/)
  await hand.press('Add a passenger')
  await expect(page.getByRole('heading', { name: '4. Party of 2' })).toBeVisible()
  await hand.pressAgain('Add a passenger')
  await expect(page.getByRole('heading', { name: '4. Party of 3' })).toBeVisible()
  await hand.type('Passenger 2, full name', 'Arjun Raghunathan')
  await hand.type('Passenger 3, full name', 'Ewa Nowak')
  // Without scripts axe cannot look at a page.
  if (withScript()) await expectAccessibleInAllVariants(page)
  await hand.press(/^Mail the link, \$/)
  await expect(page).toHaveURL(/\/staff\/orders\/\d+/)
  await expect(status(page)).toContainText('A link to pay was mailed')
  expect(hand.total()).toBeLessThanOrEqual(10)
})
