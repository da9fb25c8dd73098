import { type Page } from 'playwright/test'
import { UserReply } from '#contract/people.ts'
import { type Person, register, sessionToken, createPerson } from '../support/account-holder.ts'
import { expect } from '../support/audited-browser.ts'
import { CARD, findFlight, readOrderId, payOnHostedPage, payPath } from '../support/buyer.ts'
import { expectFocus, expectAccessible, tabTo } from '../support/by-keyboard.ts'
import { buyTwo, call, cancelDepartureOfBuyer, test } from '../support/stranded-buyer.ts'
import { type RunningShop } from '../support/start-shop.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

async function press(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.press('Enter')
}

/** Waits for the next page's address, because keys pressed before it would be lost. */
async function follow(page: Page, name: string | RegExp): Promise<void> {
  const before = page.url()
  await press(page, name)
  await expect(page).not.toHaveURL(before)
  await page.waitForLoadState()
}

/**
 * Registers a customer.
 * @returns their id in `/v1`
 */
async function signUp(page: Page, person: Person): Promise<string> {
  await page.goto('/account?tab=register#register')
  await register(page, person)
  await expect(heading(page)).toHaveText('Ida Lund')
  return (await sessionToken(page)) ?? ''
}

async function saveDecliningCard(shop: RunningShop, token: string): Promise<void> {
  const me = await fetch(`${shop.origin}/v1/users/me`, { headers: { Authorization: `Bearer ${token}` } })
  const { id } = UserReply.parse(await me.json()).user
  await call(
    shop,
    `/v1/users/${String(id)}/credit_cards?brand_id=1`,
    { stripe_token: 'pm_card_chargeCustomerFail' },
    token,
  )
}

/** Finds another day of next month, the first of its times, and its price. */
async function chooseDay(page: Page): Promise<void> {
  await follow(page, /^Next month/)
  await follow(page, /^\w+day \d+ \w+, \d+ departures?/)
  await tabTo(page, /^\d{1,2}:\d\d [ap]m$/)
  await page.keyboard.press('Space')
  await press(page, 'See the price')
  await expect(page.getByRole('complementary', { name: 'To pay today' })).toContainText('Rescheduling fee')
}

/** Pays on the provider's page, past the saved card and past the fields for another one. */
async function payThere(page: Page): Promise<void> {
  const other = page.getByRole('button', { name: '+ Add Credit Card' })
  if ((await other.count()) > 0) {
    await press(page, '+ Add Credit Card')
    await expect(other).toHaveCount(0)
  }
  // While the card form loads, what has the focus may move out of view.
  await expect(page.getByLabel('Card number')).toBeVisible()
  await tabTo(page, /^I accept the Terms/)
  const accepted = page.getByLabel('I accept the Terms & Conditions')
  if (!(await accepted.isChecked())) await page.keyboard.press('Space')
  await press(page, 'pay on the secure page')
  await payOnHostedPage(page, CARD)
  await expect(heading(page)).toHaveText('Your flight is moved.')
}

test('a party reschedules by keyboard alone, its saved card declined first, and then a part of it', async ({
  page,
  shop,
}) => {
  test.slow()
  const token = await signUp(page, createPerson('keys.mover'))
  await saveDecliningCard(shop, token)
  const passengers = ['Ada Lind', 'Bo Berg'].map((full_name) => ({ full_name }))
  const { id } = await buyTwo(shop, token, { passengers_attributes: passengers })
  await page.goto(`/account/orders/${String(id)}`)
  await press(page, 'Reschedule')
  await expect(heading(page)).toHaveText('Change your date')
  await chooseDay(page)
  await expectAccessible(page)
  await tabTo(page, /^I accept the Terms/)
  await page.keyboard.press('Space')
  await press(page, /^Reschedule/)
  await expect(page.locator('#errors')).toContainText(
    'Your card was declined. Try a different card or contact your bank.',
  )
  await expectFocus(page, 'saved_card')
  await payThere(page)
  await expectAccessible(page)

  await follow(page, 'See the order')
  await follow(page, 'Reschedule')
  await tabTo(page, 'Bo Berg')
  await page.keyboard.press('Space')
  await follow(page, 'See the price')
  await chooseDay(page)
  await expect(page.getByRole('complementary', { name: 'To pay today' })).toContainText(
    'One passenger moves to',
  )
  await payThere(page)
  await expect(page.getByRole('article', { name: 'Your flight' })).toHaveCount(2)
})

test('by keyboard alone a buyer takes the voucher of a cancelled departure and books with it', async ({
  page,
  shop,
}) => {
  test.slow()
  const person = createPerson('keys.claims')
  const token = await signUp(page, person)
  const { email, order, link } = await cancelDepartureOfBuyer(shop, {}, { email: person.email, token })
  await page.goto(link)
  await expectAccessible(page)
  await tabTo(page, /^\w+day \d+ /)
  // The focus goes backwards from the first time to the last choice.
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('radio', { name: 'A re-schedule voucher' })).toBeChecked()
  await press(page, 'Choose this')
  await expect(heading(page)).toHaveText('You have a voucher')
  await expectAccessible(page)
  const mail = async () =>
    (await shop.mails(email)).find(({ subject }) => subject.startsWith('Your re-schedule voucher'))?.text ??
    ''
  await expect.poll(mail, { timeout: 90_000 }).toMatch(/Code: (\w{4}-){3}\w{4}/)
  const code = /Code: ([\w-]+)/.exec(await mail())?.[1] ?? ''

  await page.goto('/redeem-voucher')
  await tabTo(page, /^Code/)
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/checkout.*\?redeem=1/)
  await page.goto(`${payPath(await findFlight(shop, 6, 'next', 'never'), 1)}&redeem=1`)
  await expect(page.getByRole('checkbox', { name: `Voucher ending ${code.slice(-4)}` })).toBeChecked()
  await tabTo(page, /^Full name/)
  await page.keyboard.type('Ida Lund')
  await tabTo(page, /^I accept the Terms/)
  await page.keyboard.press('Space')
  await press(page, /^Book Your Flight/)
  const booked = await readOrderId(page)
  expect(booked).not.toBe(order.id)
  await page.goto(`/account/orders/${String(booked)}`)
  await expect(page.getByRole('complementary', { name: 'What you paid' })).toContainText(/voucher/i)
})
