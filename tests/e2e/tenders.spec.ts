import { type Page } from 'playwright/test'
import { openDatabase } from '#api/db/client.ts'
import { fees } from '#api/db/schema/catalogue.ts'
import { prizes } from '#api/db/schema/promotions.ts'
import { systemClock } from '#api/gateways/clock.ts'
import { ensureSecrets } from '#settings/kept-secrets.ts'
import { logIn } from '../support/account-holder.ts'
import { expect, test as base } from '../support/audited-browser.ts'
import {
  acceptTerms,
  bookButton,
  CARD,
  findFlight,
  type FoundFlight,
  readOrderId,
  payOnHostedPage,
  payPath,
  pressBook,
} from '../support/buyer.ts'
import { giveGiftCard } from '../support/give-tenders.ts'
import { testSettings } from '../support/test-settings.ts'
import { readFlightTotal } from '../support/total-of.ts'

const DEMO = { email: 'customer@example.com', password: 'fly-demo' }
const DEMO_ID = 1
/** The upgrade of the prize. */
const PRIZE = 'Photo set'

/**
 * The demo customer gets two gift cards whose fees are paid (one bought, one given by the shop) and
 * a prize.
 */
async function giveMore(dataDir: string): Promise<void> {
  const database = await openDatabase({ databaseUrl: undefined, dataDir })
  const deps = { database, settings: testSettings({ secrets: ensureSecrets(dataDir) }), clock: systemClock }
  const pendingFeeIds = (await database.db.select({ id: fees.id }).from(fees)).map(({ id }) => id)
  await giveGiftCard(deps, DEMO_ID, { name: 'Fees paid', pendingFeeIds })
  await giveGiftCard(deps, DEMO_ID, { name: 'Our guest', pendingFeeIds, valueCents: 0, promotional: true })
  await database.db
    .insert(prizes)
    .values({ upgradeId: 1, userId: DEMO_ID, name: 'A photo set', createdAt: new Date() })
  await database.close()
}

const test = base.extend<object>({
  furnish: [
    // Playwright requires a destructured first argument even when it is empty.
    async ({}, use) => {
      await use(giveMore)
    },
    { scope: 'worker' },
  ],
})

const total = (page: Page) => page.locator('output').first()
const panel = (page: Page) => page.locator('#tenders')
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/**
 * Ticks a box; without a script the button prices it.
 * @returns how much less is left to pay, in dollars
 */
async function tick(page: Page, name: string | RegExp): Promise<number> {
  const before = (await total(page).textContent()) ?? ''
  await page.getByRole('checkbox', { name }).first().check()
  if (test.info().project.use.javaScriptEnabled === false)
    await panel(page).getByRole('button', { name: 'Update total' }).click()
  await expect(total(page)).not.toHaveText(before)
  await expect(page.getByRole('checkbox', { name }).first()).toBeChecked()
  return Number(before.slice(1)) - Number((await total(page).textContent())?.slice(1))
}

/** Pays on the hosted page exactly what this page shows. */
async function payTheRest(page: Page) {
  const due = (await total(page).textContent()) ?? ''
  await acceptTerms(page)
  await pressBook(page)
  await expect(page.getByRole('heading', { name: `Pay ${due}` })).toBeVisible()
  await payOnHostedPage(page, CARD)
  await readOrderId(page)
}

test('codes, gift cards, vouchers, credit and cards pay together as shown, and typed values stay', async ({
  page,
  shop,
  owed,
}) => {
  owed.push({ email: DEMO.email, paid: 8, charges: 5, demoTickets: 1 })
  // Before a flight is chosen nothing can be redeemed; a visitor logs in and comes back.
  await page.goto('/checkout/6?redeem=1')
  await expect(page.getByText('Please select a flight to redeem Buy Now Schedule Later')).toBeVisible()
  await expect(page.getByText('Contact us if you need assistance.')).toBeVisible()
  const flight = await findFlight(shop)
  await page.goto(`${payPath(flight, 1)}&redeem=1`)
  await expect(panel(page)).toContainText('Login or Register to redeem your Buy Now Schedule Later')
  await press(page, 'Login')
  // The page left behind asks for an e-mail, too.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account')
  await logIn(page, DEMO)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who is flying, and how to pay')
  await expect(page.getByRole('group', { name: 'Re-schedule Vouchers' })).toBeVisible()
  await expect(page.locator('#tenders input:checked')).toHaveCount(0)

  await test.step('a gift card and a voucher cover the price, and no card is asked for', async () => {
    await page.getByLabel('Full name', { exact: true }).fill('Dana Whitlock')
    await tick(page, /^One seat, code ending/)
    await tick(page, /^Voucher ending \w{4}, \$100.00/)
    await expect(total(page)).toHaveText('$0.00')
    await expect(page.getByText('Nothing is left to pay by card.')).toBeVisible()
    // A refusal keeps what was typed and ticked.
    await bookButton(page).click()
    await expect(page.getByText('Please read and accept the terms & conditions').first()).toBeVisible()
    await expect(page.getByLabel('Full name', { exact: true })).toHaveValue('Dana Whitlock')
    await expect(page.locator('#tenders input:checked')).toHaveCount(2)
    await acceptTerms(page)
    await bookButton(page).click()
    await readOrderId(page)
    await expect(page.getByRole('heading', { name: 'Where it came from' })).toBeVisible()
    await expect(page.getByText(/^Gift card ending/).first()).toBeVisible()
  })

  await test.step('a gift card, a voucher and a card pay together', async () => {
    const other = await findFlight(shop, 7)
    await page.goto(`${payPath(other, 2).replace('/6/', '/7/')}&redeem=1`)
    await page.getByLabel('Full name', { exact: true }).nth(1).fill('Priya Raman')
    await tick(page, /^One seat, code ending/)
    expect(await tick(page, /\$150.00$/)).toBe(150)
    await expect(page.getByLabel('Full name', { exact: true }).nth(1)).toHaveValue('Priya Raman')
    await payTheRest(page)
    await expect(page.getByText('Visa ending 4242', { exact: true })).toBeVisible()
  })

  for (const [name, label] of [
    ['a gift card alone', /^Fees paid, code ending/],
    ['free: a card given by the house', /^Our guest, code ending/],
  ] as const) {
    await test.step(name, async () => {
      await page.goto(`${payPath(await findFlight(shop), 1)}&redeem=1`)
      await page.getByLabel('Full name', { exact: true }).fill('Dana Whitlock')
      await tick(page, label)
      await expect(total(page)).toHaveText('$0.00')
      await expect(page.getByText('Nothing is left to pay by card.')).toBeVisible()
      await acceptTerms(page)
      await bookButton(page).click()
      await readOrderId(page)
      await expect(page.getByText(/^Gift card ending/).first()).toBeVisible()
    })
  }

  await test.step('a discount code and a card pay together', async () => {
    // The code is valid for sunset flights, too, because earlier tests decide which flight is
    // found.
    const flight = await findFlight(shop)
    await page.goto(`${payPath(flight, 1)}&code=GOLDENHOUR`)
    await expect(total(page)).toHaveText(await readFlightTotal(shop, flight, 1, 'GOLDENHOUR'))
    await payTheRest(page)
    await expect(page.getByText(/^Paid with Visa ending 4242/)).toBeVisible()
  })

  await test.step('a prize makes its upgrade free once', async () => {
    const flight = await findFlight(shop)
    const choose = (one: FoundFlight) => page.goto(payPath(one, 1).replace('/pay?', '?'))
    await choose(flight)
    await expect(page.getByText('Your prize: A photo set.')).toBeVisible()
    await page.getByRole('checkbox', { name: PRIZE }).check()
    await press(page, 'Continue to who and pay')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who is flying, and how to pay')
    await expect(page.getByText(PRIZE).first()).toBeAttached()
    await expect(total(page)).toHaveText(await readFlightTotal(shop, flight, 1))
    await payTheRest(page)
    await choose(await findFlight(shop))
    await expect(page.getByRole('checkbox', { name: PRIZE })).toBeVisible()
    await expect(page.getByText('Your prize')).toHaveCount(0)
  })

  await test.step('credit and a new card that is saved pay, and then the saved card pays', async () => {
    await page.goto(`${payPath(await findFlight(shop), 1)}&redeem=1`)
    await expect(panel(page)).toContainText('There are no valid Buy Now Schedule Laters for this flight')
    await expect(panel(page)).toContainText('Contact us if you need assistance.')
    expect(await tick(page, 'Use my account credit')).toBe(60)
    await page.getByLabel('Remember this card').check()
    await payTheRest(page)
    await page.goto(payPath(await findFlight(shop), 1))
    await expect(page.getByLabel('Saved card')).toContainText('Visa ending 4242')
    await press(page, '+ Add Credit Card')
    await expect(page.getByLabel('Saved card')).toHaveCount(0)
    await press(page, 'Cancel')
    await expect(page.getByLabel('Saved card')).toBeVisible()
    await acceptTerms(page)
    await bookButton(page).click()
    await readOrderId(page)
    await expect(page.getByText(/^Paid with Visa ending 4242/)).toBeVisible()
  })
})
