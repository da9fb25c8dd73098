import { type Page } from 'playwright/test'
import { press, register, createPerson } from '../support/account-holder.ts'
import { expect, test } from '../support/browser.ts'
import {
  acceptTerms,
  CARD,
  DECLINED_CARD,
  findFlight,
  readOrderId,
  payOnHostedPage,
  payPath,
  pressBook,
  pressHosted,
} from '../support/buyer.ts'

const section = (page: Page) => page.getByRole('region', { name: 'Make more of it' })

test('an upgrade is added to a paid order after a decline, and the order is cancelled as previewed', async ({
  page,
  shop,
}) => {
  const person = createPerson('upgrader')
  await page.goto('/account?tab=register#register')
  await register(page, person)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ida Lund')
  await page.goto(payPath(await findFlight(shop), 1))
  await acceptTerms(page)
  await pressBook(page)
  await payOnHostedPage(page, CARD)
  const id = await readOrderId(page)

  await page.goto('/account/orders')
  await page.getByRole('link', { name: 'The New Yorker' }).click()
  await expect(page).toHaveURL(new RegExp(`/account/orders/${String(id)}$`))
  await expect(page.getByText('paid', { exact: true })).toBeVisible()
  const paidBefore = await page.getByRole('complementary').getByRole('status').innerText()

  // The upgrades are chosen, priced to the cent and paid.
  await section(page).getByLabel('Photo set').check()
  await press(page, 'See the price')
  await expect(page).toHaveURL(new RegExp(`/account/orders/${String(id)}/upgrades\\?add=`))
  await expect(page.getByRole('button', { name: /^Purchase Upgrade/ })).toContainText('$49.00')
  await press(page, /^Purchase Upgrade/)
  await expect(
    page.getByRole('link', { name: 'Please read and accept the terms & conditions' }),
  ).toBeVisible()
  await acceptTerms(page)
  await pressHosted(page, /^Purchase Upgrade/)
  await payOnHostedPage(page, DECLINED_CARD)
  await expect(page.getByText('Your card was declined.')).toBeVisible()
  await payOnHostedPage(page, CARD)

  await expect(page).toHaveURL(new RegExp(`/account/orders/${String(id)}\\?added=1`))
  await expect(section(page).getByText('on your order')).toBeVisible()
  const paidAfter = await page.getByRole('complementary').getByRole('status').innerText()
  expect(dollarsOf(paidAfter) - dollarsOf(paidBefore)).toBe(4_900)
  await expect(page.getByText(/^You added Photo set/)).toBeVisible()
  const subjects = async () => (await shop.mails(person.email)).map(({ subject }) => subject)
  await expect.poll(subjects).toContainEqual(expect.stringMatching(/^Your order was updated: The New Yorker/))

  await page.getByRole('link', { name: 'Cancel this order' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cancel The New Yorker?')
  await expect(page.getByText('To Visa ending 4242').first()).toBeVisible()
  await expect(page.locator('.breakdown .total')).toContainText(paidAfter)
  await press(page, 'Cancel this order')
  await expect(page.getByRole('heading', { name: 'This order was refunded.' })).toBeVisible()
  await page.goto(`/account/orders/${String(id)}/cancel`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This order is cancelled.')
})

const dollarsOf = (text: string) => Math.round(Number(text.replace(/[$,]/g, '')) * 100)
