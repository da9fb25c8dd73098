import { findFlight } from '../support/buyer.ts'
import { openToday } from '../support/open-today.ts'
import { occupyAllSeats } from '../support/reserve-all-seats.ts'
import { furnishedStates, LONG_ADDRESS } from '../support/furnish-states.ts'
import { expect } from '../support/signed-in-staff.ts'
import { heading, look, main, NARROW, press, refused, said, test } from '../support/staff-states.ts'

test.use({ viewport: { width: NARROW, height: 900 } })

test('search and lists are looked at without a hit', async ({ page, known: { gift } }) => {
  const empty = {
    '/staff/search': 'Orders, flights, customers and codes, from the field in the bar.',
    '/staff/search?q=nothing-of-ours': 'Nothing fits.',
    '/staff/orders?q=nothing-of-ours': 'Nothing fits.',
    '/staff/customers?q=nobody-at-all': 'Nobody',
    '/staff/reports?from=2020-01-06&to=2020-01-12': 'Nothing was sold in these days.',
    '/staff/reports?from=2020-01-12&to=2020-01-06': 'The last day comes before the first.',
    '/staff/texts?state=stopped': 'Nobody has answered STOP.',
    '/staff/approvals': 'Nothing waits for a second person.',
    '/staff/approvals?state=all': 'Nobody has asked yet.',
  }
  for (const [path, words] of Object.entries(empty)) {
    await page.goto(path)
    await expect(main(page)).toContainText(words)
    await look(page, path)
  }
  await page.locator('#find').fill(gift.code)
  await page.locator('#find').press('Enter')
  await expect(heading(page)).toHaveText('A code')
  await look(page, 'search, a code')
})

test('a customer is looked at with nothing, with a wrong value and done', async ({
  page,
  known: { twins },
}) => {
  const path = `/staff/customers/${String(twins[0].userId)}`
  await page.goto(path)
  await expect(main(page)).toContainText('No flight is booked.')
  await expect(main(page)).toContainText('Nothing that could be spent.')
  await look(page, 'customer, nothing')
  await main(page).locator('#credit > summary').click()
  await page.getByLabel('Amount in dollars').fill('a lot')
  await press(page, 'Give the credit')
  await expect(refused(page)).toBeVisible()
  await expect(page.getByLabel('Amount in dollars')).toHaveValue('a lot')
  await look(page, 'customer, wrong amount')
  await page.getByLabel('Amount in dollars').fill('5')
  await page.getByLabel('Description').fill('For the wait')
  await press(page, 'Give the credit')
  await expect(said(page)).toHaveText('The credit is on the account.')
  await look(page, 'customer, given')
})

test('a sale is looked at in its five steps, with what is wrong, taken by others or over', async ({
  page,
  shop,
}) => {
  await page.goto('/staff/sell')
  await look(page, 'sell, nothing chosen')
  await page.goto('/staff/sell?q=nobody@example.com')
  await expect(main(page)).toContainText('Nobody is known by “nobody@example.com”')
  await look(page, 'sell, caller unknown')
  await page.goto('/staff/sell?q=Lund')
  await expect(main(page)).toContainText('Several are known by this.')
  await look(page, 'sell, several callers')
  await page.goto('/staff/sell?product=6&kind=gift_card')
  await look(page, 'sell, gift card')

  const flight = await findFlight(shop, 6, 'next', 'never')
  await page.goto(`/staff/sell?product=6&date=${flight.date}&people=2`)
  await look(page, 'sell, day and times')
  const times = main(page).getByRole('group', { name: 'Time' })
  await occupyAllSeats(shop, flight)
  await times.getByRole('button', { name: flight.time }).click()
  await expect(refused(page)).toBeVisible()
  await expect(page.getByRole('timer')).toHaveCount(0)
  await look(page, 'sell, taken by others')
  await times.locator('button:enabled').first().click()
  await expect(page.getByRole('timer')).toHaveText(/^Seats held \d+:\d\d$/)
  await look(page, 'sell, held')
  await press(page, 'Add a passenger')
  await expect(page.getByRole('heading', { name: '4. Party of 3' })).toBeVisible()
  await page.getByLabel('Passenger 1, full name').fill('Ada Lind')
  await look(page, 'sell, party')
  await press(page, /^Mail the link, \$/)
  await expect(refused(page)).toBeVisible()
  await expect(page.getByLabel('Passenger 1, full name')).toHaveValue('Ada Lind')
  await look(page, 'sell, wrong values')
  await press(page, 'Start again')
  await expect(page).toHaveURL(/\/staff\/sell$/)

  const { orderId, date, departure } = furnishedStates().endedHold
  const ended = new URLSearchParams({ product: '6', date, departure, hold: String(orderId) })
  await page.goto(`/staff/sell?${ended.toString()}`)
  await expect(main(page)).toContainText('The hold has ended.')
  await look(page, 'sell, hold ended')
  await press(page, 'Hold again')
  await expect(page.getByRole('timer')).toHaveText(/^Seats held \d+:\d\d$/)
  await press(page, 'Start again')
  await expect(page).toHaveURL(/\/staff\/sell$/)
})

test('Today is looked at with a wrong weight, and with a pilot set and taken back', async ({ page }) => {
  await openToday(page)
  const weight = page.getByLabel('Weight of Ada Lind in pounds')
  await weight.fill('a lot')
  await press(page, 'Save')
  await expect(refused(page)).toBeVisible()
  await expect(weight).toHaveValue('a lot')
  await look(page, 'today, wrong weight')
  await press(page, 'Set pilot')
  await expect(said(page)).toContainText(' flies ')
  await look(page, 'today, pilot set')
  await press(page, 'Undo')
  await expect(main(page).getByRole('button', { name: 'Set pilot' })).toBeVisible()
})

test('Today breaks a long e-mail address in a row and has no sideways scroll', async ({ page }) => {
  await openToday(page)
  const row = main(page)
    .getByRole('listitem')
    .filter({ has: page.getByText('A mail did not arrive') })
  await expect(row).toContainText(LONG_ADDRESS)
  await look(page, 'today, long address')
})

test('a text that was given up is looked at before and after it is sent again', async ({ page }) => {
  await page.goto('/staff/texts')
  await expect(main(page)).toContainText('Nobody has this number.')
  await look(page, 'texts, given up')
  await press(page, /^Send again: /)
  await expect(main(page).getByRole('alert').or(said(page)).first()).toBeVisible()
  await look(page, 'texts, pressed')
})
