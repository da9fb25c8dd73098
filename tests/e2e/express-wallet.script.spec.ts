import { type Page } from 'playwright/test'
import { register, createPerson } from '../support/account-holder.ts'
import { expect, test } from '../support/audited-browser.ts'
import {
  acceptTerms,
  bookButton,
  DECLINED_MESSAGE,
  fillPayPageForOne,
  fillParty,
  findFlight,
  readOrderId,
  payPath,
  seatsLeft,
} from '../support/buyer.ts'
import { occupyAllSeats } from '../support/reserve-all-seats.ts'

// The express wallet above the card: the sandbox's button and its sheet.

const wallet = (page: Page) => page.getByRole('group', { name: 'Express wallet' })
const button = (page: Page) => page.getByRole('button', { name: 'Pay with Test Wallet' })
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Test wallet' })
const said = (page: Page) => wallet(page).getByRole('alert')

/** The amount on the button that books, which the sheet must show too. */
async function totalOf(page: Page): Promise<string> {
  const price = bookButton(page).locator('.price')
  await expect(price).toHaveText(/^\$[\d,]+\.\d\d$/)
  return (await price.innerText()).replaceAll(',', '')
}

async function open(page: Page): Promise<void> {
  await button(page).click()
  await expect(sheet(page)).toBeVisible()
}

/** Pays with one of the wallet's cards. */
async function pay(page: Page, card: RegExp, how: string | RegExp = /^Pay \$/): Promise<void> {
  await sheet(page).getByRole('radio', { name: card }).check()
  await sheet(page).getByRole('button', { name: how }).click()
}

test('a guest pays by wallet after a sell-out, three checks, a decline and a bank check', async ({
  page,
  shop,
  owed,
}) => {
  const email = 'guest@wallet.example.com'
  owed.push({ email, paid: 1 })
  const flight = await fillPayPageForOne(page, shop, email)
  await open(page)
  await expect(sheet(page)).toContainText(await totalOf(page))
  await occupyAllSeats(shop, flight)
  await pay(page, /that pays/)
  await expect(said(page)).toContainText('These seats were just taken. You have not been charged.')
  await expect(sheet(page)).toBeHidden()
  await expect(page.locator('#obstacle')).toBeVisible()
  await expect(page.getByLabel('Full name', { exact: true })).toHaveValue('Dana Whitlock')
  // The order belongs to the wallet's payment; another way to pay continues the same purchase.
  await expect(page.getByLabel('Phone', { exact: true })).toHaveValue('+1 212 555 0142')

  await page.getByLabel('Email', { exact: true }).fill('dana.whitlock@')
  await page.getByLabel('I accept the Terms & Conditions').uncheck()
  await button(page).click()
  await expect(said(page)).toContainText('Please check you selected the date and time')
  await page
    .getByRole('link', { name: /on the same day$/ })
    .first()
    .click()
  await expect(page.locator('#obstacle')).toBeHidden()
  await button(page).click()
  await expect(said(page)).toContainText('Please check you entered with a valid email')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await button(page).click()
  await expect(said(page)).toContainText('Please read and accept the terms & conditions')
  await expect(sheet(page)).toBeHidden()
  await acceptTerms(page)

  await open(page)
  await expect(said(page)).toBeHidden()
  await pay(page, /declined/)
  await expect(said(page)).toContainText(DECLINED_MESSAGE)
  await expect(page.getByText(/^Held for you until /)).toBeVisible()
  await expect(page.getByLabel('Full name', { exact: true })).toHaveValue('Dana Whitlock')
  await open(page)
  await pay(page, /bank asks/)
  await page
    .frameLocator('iframe[title="Confirm with your bank"]')
    .getByRole('button', { name: 'Complete' })
    .click()
  await readOrderId(page)
})

test('a logged-in customer’s sheet shows each new total, and closing it too late still pays', async ({
  page,
  shop,
  owed,
}) => {
  const person = createPerson('wallet')
  owed.push({ email: person.email, paid: 1 })
  await page.goto('/account?tab=register#register')
  await register(page, person)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ida Lund')
  const flight = await findFlight(shop)
  await page.goto(payPath(flight, 1))
  await acceptTerms(page)
  const alone = await totalOf(page)
  await open(page)
  await expect(sheet(page)).toContainText(alone)
  await page.keyboard.press('Escape')
  await expect(sheet(page)).toBeHidden()
  expect(await seatsLeft(shop, 6, flight)).toBe(flight.seatsLeft)

  await page.getByRole('button', { name: 'One more seat' }).click()
  await expect(page.getByText('2 seats. More or fewer?')).toBeVisible()
  await expect.poll(() => totalOf(page)).not.toBe(alone)
  const both = await totalOf(page)
  await acceptTerms(page)
  await button(page).click()
  await expect(said(page)).toContainText('Please write the full name of everybody who flies')
  await expect(sheet(page)).toBeHidden()
  await expect(page.locator('#errors')).toContainText('Passenger 2, full name: This field is required')
  const second = page.getByRole('group', { name: 'Passenger 2' }).getByLabel('Full name', { exact: true })
  await expect(second).toBeFocused()
  expect(await seatsLeft(shop, 6, flight)).toBe(flight.seatsLeft)
  await second.fill('Tove Lund')
  await open(page)
  await expect(sheet(page)).toContainText(both)
  await pay(page, /that pays/, 'Pay, and close this at once')
  await readOrderId(page)
  expect(await seatsLeft(shop, 6, flight)).toBe(flight.seatsLeft - 2)
})

test('a browser without a wallet shows no wallet box and the usual card fields', async ({ page, shop }) => {
  await page.addInitScript(() => {
    localStorage.setItem('sandbox.wallets', 'none')
  })
  await page.goto(payPath(await findFlight(shop), 1))
  await fillParty(page, { email: 'none@wallet.example.com', names: ['Dana Whitlock'] })
  await expect(page.getByLabel('Card number')).toBeVisible()
  await expect(page.getByText('or pay with card')).toBeHidden()
  await expect(button(page)).toBeHidden()
})
