import { type Page } from 'playwright/test'
import { press, register, createPerson } from '../support/account-holder.ts'
import { expect, test } from '../support/audited-browser.ts'
import {
  acceptTerms,
  CARD,
  DECLINED_MESSAGE,
  DECLINED_CARD,
  findFlight,
  readOrderId,
  payPath,
  pressBook,
  payOnHostedPage,
  typeCard,
} from '../support/buyer.ts'

// The payment area serves gift cards, upgrades of an order and reschedules alike.

const wallet = (page: Page) => page.getByRole('button', { name: 'Pay with Test Wallet' })
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Test wallet' })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('a gift is priced while it is chosen, and a guest pays with a card typed into the page', async ({
  page,
}) => {
  await page.goto('/checkout/6?gift_card=1')
  await expect(heading(page)).toHaveText('Give The New Yorker')
  const purchase = page.getByRole('button', { name: /^Purchase/ })
  const single = (await purchase.locator('.price').innerText()).trim()
  await page.getByLabel('Quantity').fill('2')
  await expect(purchase.locator('.price')).not.toHaveText(single)
  const double = (await purchase.locator('.price').innerText()).trim()
  await page.getByRole('button', { name: 'One fewer gift card' }).click()
  await expect(purchase.locator('.price')).toHaveText(single)
  await expect(page.getByLabel('Quantity')).toHaveValue('1')
  await page.getByLabel('Email', { exact: true }).fill('gift@page.example.com')
  await page.getByLabel('Message').fill('Look left')
  // Choosing another fare updates the price and loses nothing that was typed.
  const fares = page.getByRole('group', { name: 'Good for' }).getByRole('radio')
  await fares.last().check()
  await expect(page).toHaveURL(/[?&]fare=/)
  await expect(page.getByLabel('Message')).toHaveValue('Look left')
  await fares.first().check()
  await expect(purchase.locator('.price')).toHaveText(single)
  await expect(page.locator('form[aria-busy]')).toHaveCount(0)
  // A press while a new price is loading buys nothing and says so, because nobody has seen that
  // price yet.
  await purchase.evaluate((button: HTMLButtonElement) => {
    button.form?.querySelector<HTMLInputElement>('[name=fare]:not(:checked)')?.click()
    button.click()
  })
  await expect(page.getByRole('alert')).toContainText(
    /What you chose comes to \$[\d.,]+\. Press Purchase to buy it\./,
  )
  await expect(page.locator('#errors')).toBeFocused()
  await fares.first().check()
  await expect(purchase.locator('.price')).toHaveText(single)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.locator('form[aria-busy]')).toHaveCount(0)
  await page.getByLabel('Message').fill('')
  await acceptTerms(page)
  await typeCard(page, DECLINED_CARD)
  await purchase.click()
  await expect(page.locator('#card-error')).toContainText(DECLINED_MESSAGE)
  await typeCard(page, CARD)
  await purchase.click()
  await expect(heading(page)).toHaveText('Here are your gift cards.')
  await expect(page.getByText(single).first()).toBeVisible()
  expect(double).not.toBe(single)
})

test('the wallet pays for a gift', async ({ page }) => {
  await page.goto('/checkout/6?gift_card=1')
  await page.getByLabel('Email', { exact: true }).fill('gift@wallet.example.com')
  await acceptTerms(page)
  await wallet(page).click()
  await sheet(page)
    .getByRole('radio', { name: /that pays/ })
    .check()
  await sheet(page)
    .getByRole('button', { name: /^Pay \$/ })
    .click()
  await expect(heading(page)).toHaveText('Here are your gift cards.')
})

test('a typed card pays an upgrade and a reschedule, and then the saved card does', async ({
  page,
  shop,
}) => {
  test.slow()
  await page.goto('/account?tab=register#register')
  await register(page, createPerson('in.page'))
  await expect(heading(page)).toHaveText('Ida Lund')
  await page.goto(payPath(await findFlight(shop, 6, 'next', 'never'), 1))
  await acceptTerms(page)
  await pressBook(page)
  await payOnHostedPage(page, CARD)
  const id = await readOrderId(page)
  const order = `/account/orders/${String(id)}`

  await page.goto(order)
  await page.getByLabel('Photo set').check()
  await press(page, 'See the price')
  await acceptTerms(page)
  await typeCard(page, DECLINED_CARD)
  await press(page, /^Purchase Upgrade/)
  await expect(page.locator('#card-error')).toContainText('Your card was declined.')
  await typeCard(page, CARD)
  await page.getByLabel('Remember this card').check()
  await press(page, /^Purchase Upgrade/)
  await expect(page).toHaveURL(new RegExp(`${order}\\?added=1`))

  await page.getByRole('link', { name: 'Reschedule', exact: true }).click()
  const target = await findFlight(shop, 6, 'next', 'never')
  if (target.turnTo) await page.getByRole('link', { name: /^Next month/ }).click()
  await page.getByRole('link', { name: new RegExp(`^${target.day}, `) }).click()
  await page.getByRole('radio', { name: target.time }).check()
  await press(page, 'See the price')
  await expect(page.getByLabel('Saved card')).toBeVisible()
  await acceptTerms(page)
  await press(page, /^Reschedule \$/)
  await expect(heading(page)).toHaveText('Your flight is moved.')
})
