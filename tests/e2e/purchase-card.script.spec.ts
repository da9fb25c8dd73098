import AxeBuilder from '@axe-core/playwright'
import { type Page } from 'playwright/test'
import { expect, test } from '../support/audited-browser.ts'
import {
  acceptTerms,
  AUTHENTICATION_CARD,
  CARD,
  DECLINED_MESSAGE,
  DECLINED_CARD,
  readOrderId,
  pressBook,
  pressBookHere,
  seatsLeft,
  typeCard,
} from '../support/buyer.ts'
import { expectBooked, fillAll, ticketsTo } from '../support/card-buyer.ts'

// Shoppers type cards into the page: accepted ones, declined ones and those that ask the bank.

const cardError = (page: Page) => page.locator('#card-error')
const bank = (page: Page) => page.frameLocator('iframe[title="Confirm with your bank"]')

test('a card typed into the page makes one order, one charge and one mail', async ({ page, shop, owed }) => {
  const { flight, email } = await fillAll({ page, shop, owed }, 'plain')
  await typeCard(page, CARD)
  await pressBookHere(page)
  await expectBooked({ page, shop, owed }, flight, email)
})

test('after a declined card another one pays the same order', async ({ page, shop, owed }) => {
  const { flight, email } = await fillAll({ page, shop, owed }, 'declined')
  await typeCard(page, DECLINED_CARD)
  await pressBookHere(page)
  await expect(cardError(page)).toContainText(DECLINED_MESSAGE)
  await expect(page.getByLabel('Card number')).toBeFocused()
  await expect(page.locator('#errors')).toBeVisible()
  await expect(page.getByText('You have not been charged. Your seats are still held.')).toBeVisible()
  await expect(page).toHaveTitle(/^Error: Who is flying/)
  await expect(page.getByText(/^Held for you until \d{1,2}:\d\d [ap]m E[SD]T\.$/)).toBeVisible()
  await expect(page.getByLabel('Full name', { exact: true })).toHaveValue('Dana Whitlock')
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id }) => id)).toEqual([])

  await page.locator('#errors').getByRole('link', { name: DECLINED_MESSAGE }).click()
  await expect(page.getByLabel('Card number')).toBeFocused()
  await cardError(page).getByRole('button', { name: 'Close' }).click()
  await expect(cardError(page)).toBeHidden()
  await expect(page.locator('#errors')).toBeHidden()
  await expect(page.getByLabel('Full name', { exact: true })).toHaveValue('Dana Whitlock')
  await acceptTerms(page)
  await typeCard(page, CARD)
  await pressBookHere(page)
  await expectBooked({ page, shop, owed }, flight, email)
})

test('an empty card form says Please select a credit card, and the card has the focus', async ({
  page,
  shop,
  owed,
}) => {
  await fillAll({ page, shop, owed }, 'none', { paid: 0 })
  await expect(page.getByLabel('Card number')).toBeVisible()
  await pressBookHere(page)
  await expect(cardError(page)).toContainText('Please select a credit card')
  await expect(page.locator('#errors').getByRole('link')).toHaveText(['Please select a credit card'])
  await expect(page.getByLabel('Card number')).toBeFocused()
})

test('errors of fields and card show together, and no seats are held for them', async ({
  page,
  shop,
  owed,
}) => {
  const { flight } = await fillAll({ page, shop, owed }, 'wrong', { paid: 0 })
  await page.getByLabel('Email', { exact: true }).fill('dana.whitlock@')
  await page.getByLabel('Card number').fill('4242')
  await pressBookHere(page)
  await expect(page.locator('#errors').getByRole('link')).toHaveText([
    'Email: Please input correct email format (dana.whitlock@)',
    /card number/i,
  ])
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused()
  await expect(page.getByLabel('Card number')).toHaveValue('4242')
  await expect(page.getByLabel('I accept the Terms & Conditions')).toBeChecked()
  expect(await seatsLeft(shop, 6, flight)).toBe(flight.seatsLeft)
})

test('a passed bank check in the page books the order', async ({ page, shop, owed }) => {
  const { flight, email } = await fillAll({ page, shop, owed }, 'asked')
  await typeCard(page, AUTHENTICATION_CARD)
  await pressBookHere(page)
  await expect(page.getByRole('button', { name: 'Waiting for your bank…' })).toHaveAttribute('aria-disabled')
  await bank(page).getByRole('button', { name: 'Complete' }).click()
  await expectBooked({ page, shop, owed }, flight, email)
})

for (const { how, say } of [
  { how: 'fails', say: (page: Page) => bank(page).getByRole('button', { name: 'Fail' }).click() },
  {
    how: 'is closed',
    say: (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click(),
  },
]) {
  test(`when the bank check ${how}, a message shows and another card pays the same order`, async ({
    page,
    shop,
    owed,
  }) => {
    const { flight, email } = await fillAll({ page, shop, owed }, how.replace(' ', '.'))
    await typeCard(page, AUTHENTICATION_CARD)
    await pressBookHere(page)
    await expect(bank(page).getByRole('button', { name: 'Fail' })).toBeVisible()
    await say(page)
    await expect(cardError(page)).toContainText(/\w{4}/)
    await expect(page.getByLabel('Card number')).toBeFocused()
    await typeCard(page, CARD)
    await pressBookHere(page)
    await expectBooked({ page, shop, owed }, flight, email)
  })
}

test('after the hosted page the shopper continues there or pays here, never both', async ({
  page,
  shop,
  owed,
}) => {
  const { flight, email } = await fillAll({ page, shop, owed }, 'back')
  await pressBook(page)
  await expect(page).toHaveURL(/\/sandbox\/checkout\//)
  const hosted = page.url()
  await page.goBack()
  await expect(page.getByText('Your payment on the secure page is not finished.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go on to payment' })).toHaveAttribute('href', hosted)
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
  await expect(page.getByLabel('Full name', { exact: true })).toHaveValue('Dana Whitlock')
  await acceptTerms(page)
  await typeCard(page, CARD)
  await pressBookHere(page)
  await expectBooked({ page, shop, owed }, flight, email)
  // The abandoned page accepts no card any more.
  await page.goto(hosted)
  await expect(page.getByLabel('Card number')).toHaveCount(0)
})

test('another party after a decline replaces the first order and gets its seats', async ({
  page,
  shop,
  owed,
}) => {
  const { flight, email } = await fillAll({ page, shop, owed }, 'party', { unpaid: 1 })
  await typeCard(page, DECLINED_CARD)
  await pressBookHere(page)
  await expect(cardError(page)).toContainText(DECLINED_MESSAGE)
  const party = (said: string) => page.getByRole('status').filter({ hasText: `${said}. More or fewer?` })
  const more = page.getByRole('button', { name: 'One more seat' })
  await more.click()
  await expect(party('2 seats')).toBeVisible()
  await page.getByRole('button', { name: 'One fewer seat' }).click()
  await expect(party('1 seat'), 'the pressed button is gone').toBeFocused()
  await more.click()
  await expect(page.getByLabel('Full name')).toHaveCount(2)
  await expect(page.getByLabel('Full name').first()).toHaveValue('Dana Whitlock')
  await expect(cardError(page)).toBeHidden()
  await page.getByLabel('Full name').nth(1).fill('Priya Raman')
  await typeCard(page, CARD)
  await pressBookHere(page)
  await expect(page).toHaveURL(/\/order-confirmation/)
  await readOrderId(page)
  expect(await seatsLeft(shop, 6, flight)).toBe(flight.seatsLeft - 2)
  await expect.poll(async () => (await ticketsTo(shop, email)).length).toBe(1)
})
