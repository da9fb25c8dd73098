import { type Page } from 'playwright/test'
import { formatDollars } from '#app/format/format-dollars.ts'
import { OrderReply } from '#contract/order.ts'
import { sessionToken } from '../support/account-holder.ts'
import { expect, test } from '../support/browser.ts'
import {
  acceptTerms,
  CARD,
  fillParty,
  findFlight,
  readOrderId,
  payOnHostedPage,
  pressBook,
} from '../support/buyer.ts'
import { readFlightTotal } from '../support/total-of.ts'

test('a campaign’s link applies its code at the checkout and puts its tags on the order', async ({
  page,
  shop,
}) => {
  const flight = await findFlight(shop, 6, 'next', 'never')
  const arrived = await page.goto('/campaigns/fly15?utm_source=mail&code=FLY15')
  expect(arrived?.headers()['cache-control']).toBe('private, no-store')
  const [cookie] = await page.context().cookies()
  expect(cookie).toMatchObject({ name: 'arrival', httpOnly: true, sameSite: 'Lax' })
  await expect(page.getByRole('link', { name: 'Book The New Yorker' })).toHaveAttribute(
    'href',
    '/checkout/6?code=FLY15',
  )
  await page.getByRole('link', { name: 'The New Yorker', exact: true }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The New Yorker')
  await page.goto(`/checkout/6?date=${flight.date}`)
  await page.getByRole('radio', { name: flight.time, exact: true }).check()
  await page.getByRole('button', { name: 'Update price' }).click()
  await expect(page.getByLabel('Promo code', { exact: true })).toHaveValue('FLY15')
  await expect(page.getByText('FLY15 applied')).toBeVisible()
  const total = await readFlightTotal(shop, flight, 1, 'FLY15')
  await expect(page.locator('output').first()).toHaveText(total)
  await page.getByRole('button', { name: 'Continue to who and pay' }).click()
  await fillParty(page, { email: 'mia@example.com', names: ['Mia Voss'] })
  await acceptTerms(page)
  await pressBook(page)
  await payOnHostedPage(page, CARD)
  const order = await readOrder(page, shop.origin, await readOrderId(page))
  expect(order).toMatchObject({ discount_code: 'FLY15', status: 'completed' })
  expect(formatDollars(order.total)).toBe(total)
  expect(order.tag_list).toEqual(['website', 'utm_source:mail'])
})

async function readOrder(page: Page, origin: string, id: number) {
  const headers = { Authorization: `Bearer ${(await sessionToken(page)) ?? ''}` }
  const answer = await fetch(`${origin}/v1/orders/${String(id)}`, { headers })
  return OrderReply.parse(await answer.json()).order
}
