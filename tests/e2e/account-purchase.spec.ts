import { logIn, register, createPerson } from '../support/account-holder.ts'
import { expect, test } from '../support/browser.ts'
import {
  acceptTerms,
  CARD,
  findFlight,
  readOrderId,
  payOnHostedPage,
  payPath,
  pressBook,
} from '../support/buyer.ts'

test('a logged-in customer books without typing an e-mail and finds the flight on any device', async ({
  page,
  shop,
  browser,
}) => {
  const person = createPerson('buyer')
  await page.goto('/account?tab=register#register')
  await register(page, person)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ida Lund')
  await expect(page.getByRole('heading', { name: 'Nothing booked yet.' })).toBeVisible()

  const flight = await findFlight(shop)
  await page.goto(payPath(flight, 2))
  await expect(page.getByText(person.email)).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true })).toHaveCount(0)
  await page.getByLabel('Full name', { exact: true }).nth(1).fill('Tove Lund')
  await acceptTerms(page)
  await pressBook(page)
  await payOnHostedPage(page, CARD)
  const order = await readOrderId(page)

  await page.goto('/account')
  const row = page.getByRole('listitem').filter({ hasText: `O-${String(order)}` })
  await expect(row.getByRole('link', { name: 'The New Yorker' })).toBeVisible()
  await expect(row.getByText('paid', { exact: true })).toBeVisible()
  await expect(row).toContainText('2 seats')
  await expect(row).toContainText(flight.day)
  await expect
    .poll(async () => (await shop.mails(person.email)).map(({ subject }) => subject))
    .toContainEqual(expect.stringContaining(`O-${String(order)}`))

  const elsewhere = await browser.newPage({ baseURL: shop.origin, javaScriptEnabled: false })
  await elsewhere.goto('/account')
  await logIn(elsewhere, person)
  await elsewhere.getByRole('link', { name: 'The New Yorker' }).click()
  await expect(elsewhere).toHaveURL(new RegExp(`/account/orders/${String(order)}$`))
  await expect(elsewhere.getByRole('heading', { level: 1 })).toHaveText('The New Yorker')
  await elsewhere.close()
})
