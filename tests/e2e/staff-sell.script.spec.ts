import { findFlight } from '../support/buyer.ts'
import { expect, test } from '../support/signed-in-staff.ts'

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
