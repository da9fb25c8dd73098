import { type Page } from 'playwright/test'
import { logIn, press, register, createPerson } from '../support/account-holder.ts'
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
import { readFlightTotal } from '../support/total-of.ts'

/** The bank of this card asks each time, and refuses a charge without its owner. */
const ASKS_EACH_TIME = '4000002760003184'

const consent = (page: Page) => page.getByLabel(/^Join SkyClub for \$99\.00 a year/)
/** Logged-in customers are asked for names only. */
async function fillNames(page: Page, names: readonly string[]) {
  for (const [at, name] of names.entries())
    await page.getByLabel('Full name', { exact: true }).nth(at).fill(name)
}

const total = (page: Page) => page.locator('output').first()

/** Ticks or unticks the membership, and waits until the page shows the new price. */
async function agree(page: Page, ticked: boolean, scripts: boolean) {
  await consent(page).setChecked(ticked)
  // With scripts, ticking the box itself fetches the price.
  const button = page.locator('#membership').getByRole('button', { name: 'Update total' })
  if (scripts) await expect(button).toHaveCount(0)
  else await button.click()
}

test('a member consents, pays the lower price, cancels the membership and resumes it', async ({
  page,
  shop,
  javaScriptEnabled,
}) => {
  const person = createPerson('member')
  await page.goto('/account?tab=register')
  await register(page, person)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ida Lund')
  const flight = await findFlight(shop)
  const plain = await readFlightTotal(shop, flight, 2)
  await page.goto(payPath(flight, 2))
  await expect(total(page)).toHaveText(plain)

  await agree(page, true, javaScriptEnabled)
  await expect(page.getByText(/^SkyClub price applied: \$\d/)).toBeVisible()
  await expect(total(page)).not.toHaveText(plain)
  const members = (await total(page).textContent()) ?? ''
  await expect(page.getByRole('button', { name: 'Terms & Conditions Apply' })).toBeVisible()
  await page.getByRole('button', { name: 'Terms & Conditions Apply' }).click()
  await expect(page.getByRole('heading', { name: 'SkyClub, in short' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: 'SkyClub, in short' })).toBeHidden()
  await agree(page, false, javaScriptEnabled)
  await expect(total(page)).toHaveText(plain)
  await agree(page, true, javaScriptEnabled)
  await expect(total(page)).toHaveText(members)

  await fillNames(page, ['Ida Lund', 'Per Lund'])
  await acceptTerms(page)
  await pressBook(page)
  await payOnHostedPage(page, CARD)
  expect(await readOrderId(page)).toBeGreaterThan(0)
  await expect(page.getByRole('heading', { name: 'Welcome to SkyClub.' })).toBeVisible()

  const next = await findFlight(shop)
  await page.goto(payPath(next, 1))
  await expect(page.getByText(/^Your SkyClub price takes \$\d/)).toBeVisible()
  await expect(consent(page)).toHaveCount(0)

  await page.goto('/account/membership')
  await expect(page.getByText('Active', { exact: true })).toBeVisible()
  await expect(page.getByText('$99.00', { exact: true })).toBeVisible()
  await press(page, 'Stop my membership')
  await expect(page.getByRole('heading', { name: 'Stop SkyClub?' })).toBeVisible()
  await press(page, 'Yes, stop it')
  await expect(page.getByText('Ending', { exact: true })).toBeVisible()
  await expect(page.getByText(/^Paid until /)).toBeVisible()
  await press(page, 'Keep my membership')
  await expect(page.getByText('Active', { exact: true })).toBeVisible()
  await expect
    .poll(async () => (await shop.mails(person.email)).map(({ subject }) => subject))
    .toContain('Welcome to SkyClub')
})

test('a membership that waits for the bank is paid later and leaves the flight booked', async ({
  page,
  shop,
  javaScriptEnabled,
}) => {
  const person = createPerson('held')
  await page.goto('/account?tab=register')
  await register(page, person)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ida Lund')
  await page.goto(payPath(await findFlight(shop), 1))
  await agree(page, true, javaScriptEnabled)
  await expect(page.getByText(/^SkyClub price applied/)).toBeVisible()
  await fillNames(page, ['Ida Lund'])
  await acceptTerms(page)
  await pressBook(page)
  await payOnHostedPage(page, ASKS_EACH_TIME)
  await page.getByRole('button', { name: 'Complete' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('You’re booked')
  await expect(page.getByRole('heading', { name: 'One step left for SkyClub.' })).toBeVisible()

  await page.goto('/account/membership')
  await press(page, 'Finish and pay')
  await expect(page).toHaveURL(/\/sandbox\/invoice\//)
  await page.getByLabel('Card number').fill(CARD)
  await page.getByLabel('Expiry').fill('12 / 34')
  await page.getByLabel('CVC').fill('123')
  await press(page, 'Pay')
  await expect(page.getByRole('heading', { name: 'Invoice paid' })).toBeVisible()
  await expect(async () => {
    await page.goto('/account/membership')
    await expect(page.getByText('Active', { exact: true })).toBeVisible({ timeout: 1000 })
  }).toPass()
})

test('the membership page leads a visitor to the login and back', async ({ page }) => {
  await page.goto('/skyclub')
  await expect(page.getByRole('heading', { name: /^\$99 a year/ })).toBeVisible()
  await press(page, 'Log in or register to join')
  await logIn(page, { email: 'customer@example.com', password: 'fly-demo' })
  await expect(page).toHaveURL(/\/skyclub/)
  await expect(page.getByRole('button', { name: 'Join and pay $99.00' })).toBeVisible()
})
