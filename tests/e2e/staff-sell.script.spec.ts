import { type Page } from 'playwright/test'
import { findFlight } from '../support/buyer.ts'
import { expectAccessibleInAllVariants, tabTo } from '../support/by-keyboard.ts'
import { expect, test } from '../support/signed-in-staff.ts'

/** The most presses of a sale of three seats to a known caller; a value that is typed counts as one. */
const MOST_PRESSES = 11

/** Counts what staff press and type, by keyboard alone. */
function countPresses(page: Page) {
  let count = 0
  return {
    total: () => count,
    press: async (name: string | RegExp) => {
      await tabTo(page, name)
      await page.keyboard.press('Enter')
      count += 1
    },
    /** Presses once more what a page has focused after the same press. */
    pressAgain: async (name: string) => {
      await expect(page.getByRole('button', { name })).toBeFocused()
      await page.keyboard.press('Enter')
      count += 1
    },
    type: async (name: string | RegExp, value: string) => {
      await tabTo(page, name)
      await page.keyboard.type(value)
      count += 1
    },
  }
}

test('staff sell three seats to a known caller by keyboard in eleven presses', async ({
  page,
  shop,
  owed,
  sell,
}) => {
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
  await expect(page.getByRole('timer')).toHaveText(/^Seats held \d+:\d\d$/)
  await hand.press('Add a passenger')
  await expect(page.getByRole('heading', { name: '4. Party of 2' })).toBeVisible()
  await hand.pressAgain('Add a passenger')
  await expect(page.getByRole('heading', { name: '4. Party of 3' })).toBeVisible()
  await hand.type('Passenger 2, full name', 'Arjun Raghunathan')
  await hand.type('Passenger 3, full name', 'Ewa Nowak')
  await expectAccessibleInAllVariants(page)
  await hand.press(/^Mail the link, \$/)
  await expect(page).toHaveURL(/\/staff\/orders\/\d+/)
  await expect(page.getByRole('main').getByRole('status').first()).toContainText('A link to pay was mailed')
  expect(hand.total()).toBeLessThanOrEqual(MOST_PRESSES)
})

test('leaving a sale by a link gives the held seats back', async ({ page, shop }) => {
  const flight = await findFlight(shop, 6, 'next', 'never')
  const left = async () =>
    page.getByRole('group', { name: 'Time' }).getByRole('button').first().getByText(/left$/).textContent()
  await page.goto(`/staff/sell?product=6&date=${flight.date}&people=2`)
  const before = await left()
  await page.getByRole('group', { name: 'Time' }).locator('button:enabled').first().click()
  await expect(page.getByRole('timer')).toHaveText(/^Seats held \d+:\d\d$/)
  const held = /hold=(\d+)/.exec(page.url())?.[1] ?? ''
  await page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Orders' }).click()
  await expect(page).toHaveURL(/\/staff\/orders/)
  await expect
    .poll(async () => {
      await page.goto(`/staff/sell?product=6&date=${flight.date}&people=2&hold=${held}`)
      return page.getByRole('timer').count()
    })
    .toBe(0)
  expect(await left()).toBe(before)
})
