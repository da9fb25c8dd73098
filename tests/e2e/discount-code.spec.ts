import { expect, test } from '../support/browser.ts'
import {
  acceptTerms,
  CARD,
  fillParty,
  findFlight,
  readOrderId,
  payOnHostedPage,
  payPath,
  pressBook,
} from '../support/buyer.ts'
import { readFlightTotal } from '../support/total-of.ts'

test('a code is applied, refused, changed and removed on both pages, and the shown price is paid', async ({
  page,
  shop,
  javaScriptEnabled,
}) => {
  // The codes are not valid for sunset flights.
  const flight = await findFlight(shop, 6, 'next', 'never')
  const plain = await readFlightTotal(shop, flight, 2)
  const less15 = await readFlightTotal(shop, flight, 2, 'FLY15')
  const less10 = await readFlightTotal(shop, flight, 2, 'TENOFF')
  await page.goto(payPath(flight, 2).replace('/pay?', '?'))
  const code = page.getByLabel('Promo code', { exact: true })
  const total = page.locator('output').first()
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await expect(total).toHaveText(plain)
  await expect(code).toBeHidden()
  await page.getByText('+ Promo Code').click()
  await expect(page.getByText('- Promo Code')).toBeVisible()

  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await code.pressSequentially('nosuch')
  // A code that is not typed to its end is no try.
  expect(asked.filter((url) => url.includes('code='))).toEqual([])
  await press('Apply Discount')
  await expect(code).toHaveAccessibleDescription(/nosuch is not a valid code$/)
  await expect(code).toHaveValue('nosuch')
  await expect(total).toHaveText(plain)
  await code.fill(' fly15 ')
  await press('Apply Discount')
  await expect(total).toHaveText(less15)
  await expect(page.getByRole('button', { name: 'Change Discount' })).toBeVisible()
  // The page renders the field again in place, and the focus stays in it.
  if (javaScriptEnabled) await expect(code).toBeFocused()
  await page.getByRole('button', { name: 'Continue to who and pay' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who is flying, and how to pay')
  await expect(total).toHaveText(less15)
  await fillParty(page, { email: 'cora@example.com', names: ['Cora Lind', 'Per Lind'] })
  await code.fill('')
  await press('Change Discount')
  await expect(total).toHaveText(plain)
  await page.getByText('+ Promo Code').click()
  await code.fill('FLIGHTSONLY')
  await press('Apply Discount')
  await expect(code).toHaveAccessibleDescription(/FLIGHTSONLY is not valid for seats$/)
  await page.getByText('Why not?').click()
  await expect(page.getByText('This code is for whole flights only')).toBeVisible()
  await code.fill('TENOFF')
  // A code that was typed but not applied is never dropped silently.
  await acceptTerms(page)
  await pressBook(page)
  await expect(code).toHaveAccessibleDescription(/Press Apply Discount first/)
  await expect(code).toHaveValue('TENOFF')
  await press('Apply Discount')
  await expect(total).toHaveText(less10)
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('cora@example.com')
  await expect(page.getByLabel('Full name').nth(1)).toHaveValue('Per Lind')

  await acceptTerms(page)
  await pressBook(page)
  await payOnHostedPage(page, CARD)
  expect(await readOrderId(page)).toBeGreaterThan(0)
  await expect(page.getByText(less10).first()).toBeVisible()
})
