import { type Page } from 'playwright/test'
import { expect, test } from '../support/audited-browser.ts'
import {
  ASKED_CARD,
  CARD,
  fillForOne,
  orderIdOf,
  payOnHostedPage,
  pressBook,
  seatsLeft,
} from '../support/buyer.ts'
import { type RunningShop } from '../support/start-shop.ts'

// The bank's question on the provider's own page, with and without scripts.

/** On the bank's page, with a card that asks for it. */
async function payWithAskedCard(page: Page, shop: RunningShop, email: string) {
  const flight = await fillForOne(page, shop, email)
  await pressBook(page)
  await payOnHostedPage(page, ASKED_CARD)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm it is you')
  return flight
}

test('the bank is satisfied: booked', async ({ page, shop, owed }, { project }) => {
  const email = `bank.${project.name}@example.com`
  owed.push({ email, paid: 1 })
  const flight = await payWithAskedCard(page, shop, email)
  await page.getByRole('button', { name: 'Complete' }).click()
  await orderIdOf(page)
  expect(await seatsLeft(shop, 6, flight)).toBe(flight.seatsLeft - 1)
})

test('the bank says no: a sentence, and another card pays the same order', async ({ page, shop, owed }, {
  project,
}) => {
  const email = `bank.no.${project.name}@example.com`
  owed.push({ email, paid: 1 })
  const flight = await payWithAskedCard(page, shop, email)
  await page.getByRole('button', { name: 'Fail' }).click()
  await expect(page.getByRole('alert')).toContainText(/authenticate/)
  await payOnHostedPage(page, CARD)
  await orderIdOf(page)
  expect(await seatsLeft(shop, 6, flight)).toBe(flight.seatsLeft - 1)
})
