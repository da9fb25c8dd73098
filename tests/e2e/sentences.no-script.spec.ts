import { type Page } from 'playwright/test'
import { AvailabilityDayReply } from '#contract/availability.ts'
import { CreditCardReply } from '#contract/credit-card.ts'
import { UserReply } from '#contract/people.ts'
import { commitSession, getSession, type SessionTenders } from '#app/visit/session.server.ts'
import { ensureSecrets } from '#settings/kept-secrets.ts'
import { press, register, sessionToken, createPerson } from '../support/account-holder.ts'
import { expect, test } from '../support/browser.ts'
import { acceptTerms, findFlight, type FoundFlight, payPath, pressBook } from '../support/buyer.ts'
import { type RunningShop } from '../support/start-shop.ts'
import { testSettings } from '../support/test-settings.ts'

// These sentences of the specification do not occur in an ordinary purchase (docs/sentences.md
// lists all of them).

const problems = (page: Page) => page.getByRole('alert').getByRole('link')

test('the account’s forms say what is missing and what is wrong', async ({ page }) => {
  await page.goto('/account?tab=register#register')
  await press(page, 'Register')
  await expect(problems(page)).toHaveText([
    'First name: This field is required',
    'Last name: This field is required',
    'Phone: This field is required',
    'Email: This field is required',
    'Password: This field is required',
  ])
  await register(page, { ...createPerson('letters'), last: 'Lund 2', phone: '212 555 CALL' })
  await expect(problems(page)).toHaveText([
    'Last name: Must be letters only',
    'Phone: Must be numbers or symbols only',
  ])

  await page.goto('/account')
  await press(page, 'Log In')
  await expect(problems(page)).toHaveText([
    'Email: This field is required',
    'Password: This field is required',
  ])
  await page.goto('/account?tab=reset#reset')
  await press(page, 'Reset Your Password')
  await expect(problems(page)).toHaveText(['Email: This field is required'])
  await page.getByLabel('Email', { exact: true }).fill('ida@example')
  await press(page, 'Reset Your Password')
  await expect(problems(page)).toHaveText(['Email: Please input correct email format (ida@example)'])
})

test('the guest form names all missing fields and refuses letters in a phone number', async ({
  page,
  shop,
}) => {
  await page.goto(payPath(await findFlight(shop), 1))
  await page.getByLabel('Phone', { exact: true }).fill('917 555 CALL')
  await pressBook(page)
  await expect(problems(page)).toHaveText([
    'Email: This field is required',
    'Phone: Must be numbers or symbols only',
    'Passenger 1, full name: This field is required',
    'Please read and accept the terms & conditions',
  ])
})

test('a discount code that does not apply is refused with the reason', async ({ page, shop }) => {
  const flight = await findFlight(shop)
  const seat = whenPath(6, flight)
  const sunset = await taggedPath(shop, 6, flight, (tags) => tags.includes('sunset'))
  const focus = await taggedPath(shop, 10, flight, (tags) => !tags.includes('sunset'))
  for (const [path, sentence] of [
    [seat, 'SPENT is an invalid discount code'],
    [seat, 'TIDEWATER is not valid for this brand'],
    [seat.replace('=seat', '=flight'), 'SEATSONLY is not valid for flights'],
    [focus, 'NEWYORKER is not valid for this product'],
    [focus, 'FLY15 is not valid for focus flights'],
    [sunset, 'FLY15 is not valid for sunset reservations'],
  ] as const) {
    const [typed = ''] = sentence.split(' ')
    await page.goto(`${path}&code=${typed}`)
    await expect(page.getByLabel('Promo code', { exact: true })).toHaveValue(typed)
    await expect(page.locator('#code-error')).toContainText(sentence)
  }
})

test('a declined saved card, a removed one and an unknown gift card are refused with their messages', async ({
  page,
  shop,
}) => {
  await page.goto('/account?tab=register#register')
  await register(page, createPerson('saved'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ida Lund')
  const removeCard = await saveCard(page, shop, 'pm_card_chargeCustomerFail')
  const path = payPath(await findFlight(shop), 1)
  await page.goto(path)
  await acceptTerms(page)
  await pressBook(page)
  await expect(problems(page)).toHaveText([
    'Your card was declined. try a different card or contact your bank.',
  ])
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(/#payment$/)
  await expect(problems(page)).toHaveCount(0)
  await expect(page.locator('#card')).toHaveCount(0)
  await removeCard()
  await acceptTerms(page)
  await pressBook(page)
  await expect(problems(page)).toHaveText(['Please select a credit card'])

  const typed = [{ kind: 'gift_card', code: '2222-2222-2222-2222' }] as const
  await keepTenders(page, shop, { giftCards: [], vouchers: [], typed: [...typed], credit: false })
  await page.goto(path)
  await expect(page.locator('#tenders-error')).toContainText('Gift card is not valid, contact support.')
})

/** Returns the address of "When" for one seat. */
const whenPath = (productId: number, flight: FoundFlight) =>
  payPath(flight, 1).replace('/6/pay?', `/${String(productId)}?`)

/** Returns the address for a departure on a flight's day that has, or does not have, these tags. */
async function taggedPath(
  shop: RunningShop,
  productId: number,
  flight: FoundFlight,
  fits: (tags: readonly string[]) => boolean,
): Promise<string> {
  const path = `/v1/availability/day?product_id=${String(productId)}&date=${flight.date}`
  const answer = await fetch(`${shop.origin}${path}`)
  const { departures } = AvailabilityDayReply.parse(await answer.json()).availability
  const found = departures.find(({ status, tags }) => status === 'open' && fits(tags))
  if (!found) throw new Error(`Nothing like it flies on ${flight.date}`)
  return whenPath(productId, { ...flight, departureId: found.departure_id })
}

/**
 * Saves a card for the logged-in customer.
 * @returns a function that removes it, as another browser would
 */
async function saveCard(page: Page, shop: RunningShop, card: string): Promise<() => Promise<void>> {
  const headers = {
    Authorization: `Bearer ${(await sessionToken(page)) ?? ''}`,
    'Content-Type': 'application/json',
  }
  const me = await fetch(`${shop.origin}/v1/users/me`, { headers })
  const path = `/v1/users/${String(UserReply.parse(await me.json()).user.id)}/credit_cards`
  const body = JSON.stringify({ stripe_token: card })
  const saved = await fetch(`${shop.origin}${path}?brand_id=1`, { method: 'POST', headers, body })
  const id = CreditCardReply.parse(await saved.json()).credit_card?.id ?? 0
  return async () => {
    const gone = await fetch(`${shop.origin}${path}/${String(id)}`, { method: 'DELETE', headers })
    expect(gone.ok).toBe(true)
  }
}

/** Puts a choice of tenders into the session cookie that the service no longer has. */
async function keepTenders(page: Page, shop: RunningShop, tenders: SessionTenders): Promise<void> {
  const secrets = ensureSecrets(shop.dataDir)
  const settings = testSettings({ publicUrl: shop.origin, secrets })
  const [cookie] = (await page.context().cookies()).filter(({ name }) => name === 'session')
  const headers = { Cookie: `session=${cookie?.value ?? ''}` }
  const session = await getSession(new Request(shop.origin, { headers }), { settings })
  session.set('tenders', tenders)
  const kept = /^session=([^;]+)/.exec(await commitSession(session, { settings }))?.[1] ?? ''
  await page.context().addCookies([{ name: 'session', value: kept, url: shop.origin }])
}
