import { type Page } from 'playwright/test'
import { register, createPerson } from '../support/account-holder.ts'
import { expect, test } from '../support/audited-browser.ts'
import {
  acceptTerms,
  AUTHENTICATION_CARD,
  bookButton,
  CARD,
  fillPayPageForOne,
  findFlight,
  readOrderId,
  payOnHostedPage,
  payPath,
  pressBook,
  seatsLeft,
} from '../support/buyer.ts'
import { type RunningShop } from '../support/start-shop.ts'

// The bank's challenge (3-D Secure) stands on the provider's own page, with and without scripts.

/** Goes to the bank's page with a card that requires it. */
async function payWithAskedCard(page: Page, shop: RunningShop, email: string) {
  const flight = await fillPayPageForOne(page, shop, email)
  await pressBook(page)
  await payOnHostedPage(page, AUTHENTICATION_CARD)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm it is you')
  return flight
}

test('a passed bank check books the order', async ({ page, shop, owed }, { project }) => {
  const email = `bank.${project.name}@example.com`
  owed.push({ email, paid: 1 })
  const flight = await payWithAskedCard(page, shop, email)
  await page.getByRole('button', { name: 'Complete' }).click()
  await readOrderId(page)
  expect(await seatsLeft(shop, 6, flight)).toBe(flight.seatsLeft - 1)
})

test('after a failed bank check another card pays the same order', async ({ page, shop, owed }, {
  project,
}) => {
  const email = `bank.no.${project.name}@example.com`
  owed.push({ email, paid: 1 })
  const flight = await payWithAskedCard(page, shop, email)
  await page.getByRole('button', { name: 'Fail' }).click()
  await expect(page.getByRole('alert')).toContainText(/authenticate/)
  await payOnHostedPage(page, CARD)
  await readOrderId(page)
  expect(await seatsLeft(shop, 6, flight)).toBe(flight.seatsLeft - 1)
})

test('a saved card pays the order when the bank check passes, and leaves it unpaid when it fails', async ({
  page,
  shop,
  owed,
}, { project }) => {
  const person = createPerson(`bank.saved.${project.name}`)
  owed.push({ email: person.email, paid: 2 })
  await page.goto('/account?tab=register#register')
  await register(page, person)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ida Lund')
  const asks = page.getByRole('heading', { level: 1, name: 'Confirm it is you' })
  await page.goto(payPath(await findFlight(shop), 1))
  await acceptTerms(page)
  await page.getByLabel('Remember this card').check()
  await pressBook(page)
  await payOnHostedPage(page, AUTHENTICATION_CARD)
  await page.getByRole('button', { name: 'Complete' }).click()
  await readOrderId(page)

  const flight = await findFlight(shop)
  await page.goto(payPath(flight, 1))
  await expect(page.getByLabel('Saved card')).toContainText('ending 3184')
  await acceptTerms(page)
  await bookButton(page).click()
  await expect(asks).toBeVisible()
  await page.getByRole('button', { name: 'Fail' }).click()
  await expect(page.getByText(/authenticat/)).toBeVisible()
  await page.getByRole('link', { name: 'Go on to payment' }).click()
  await expect(page.getByLabel('Saved card')).toContainText('ending 3184')
  await acceptTerms(page)
  await bookButton(page).click()
  await expect(asks).toBeVisible()
  await page.getByRole('button', { name: 'Complete' }).click()
  await page.waitForURL(/\/order-confirmation/)
  // The shop asks the bank only once within a moment; a shopper who presses sooner has to press
  // again.
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^You’re booked/, { timeout: 1000 })
  }).toPass()
  expect(await seatsLeft(shop, 6, flight)).toBe(flight.seatsLeft - 1)
})
