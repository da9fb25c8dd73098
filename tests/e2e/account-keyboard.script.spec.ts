import { type Page } from 'playwright/test'
import { mailedLink, orderAsGuest, createPerson } from '../support/account-holder.ts'
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
import { expectFocus, expectAccessible, tabToEnd, tabTo } from '../support/by-keyboard.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** Types into the fields one after the other, starting with the focused one. */
async function typeAll(page: Page, texts: readonly string[]): Promise<void> {
  for (const [at, text] of texts.entries()) {
    if (at > 0) await page.keyboard.press('Tab')
    await page.keyboard.type(text)
  }
}

test('by keyboard alone a customer registers, cancels, resets the password and erases the account', async ({
  page,
  shop,
}) => {
  test.slow()
  const person = createPerson('keys')
  await page.goto('/account?tab=register')
  await tabTo(page, 'Register')
  expect(await tabTo(page, 'Register')).toEqual([
    'First name',
    'Last name',
    'Phone',
    expect.stringMatching(/^Loft & Rotor may text this number about my orders/),
    'Email',
    'Password',
    'Show password',
    'Register',
  ])
  await page.keyboard.press('Enter')
  // The first field in error has the focus, and the summary names them all.
  await expect(page.getByRole('alert')).toContainText('First name: This field is required')
  await expectFocus(page, 'register-first-name')
  await typeAll(page, [person.first, person.last, person.phone])
  // The box for texts stays empty.
  await tabTo(page, 'Email')
  await typeAll(page, [person.email, person.password])
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Ida Lund')
  await tabToEnd(page)

  // The test cancels a paid order; how it was paid does not matter.
  await page.goto(payPath(await findFlight(shop), 1))
  await acceptTerms(page)
  await pressBook(page)
  await payOnHostedPage(page, CARD)
  const order = await readOrderId(page)
  await page.goto('/account')
  await tabTo(page, 'The New Yorker')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/account/orders/${String(order)}`))
  await tabTo(page, /^Cancel this order/)
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText(/^Cancel The New Yorker/)
  await expectAccessible(page)
  await tabTo(page, 'Cancel this order')
  await page.keyboard.press('Enter')
  await expect(page.getByText('refunded', { exact: true }).first()).toBeVisible()

  await page.goto('/account')
  await tabTo(page, 'Log out')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/(#main)?$/)
  await page.goto('/account')
  await tabTo(page, 'Email')
  await typeAll(page, [person.email, 'not this one'])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Password Expired. Please reset using the link below.')
  await expectFocus(page, 'login-password')
  await tabTo(page, 'Reset Your Password')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: 'Reset' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expectFocus(page, 'reset-email')
  await expect(page.locator('#reset-email')).toHaveValue(person.email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toContainText('If we know this address')

  await page.goto(await mailedLink(shop, person.email, '/account/password-confirm'))
  await expectAccessible(page)
  await tabTo(page, 'Email')
  expect(await tabTo(page, 'New Password')).toEqual(['New Password'])
  await page.keyboard.type('short')
  await page.keyboard.press('Tab')
  await expect(page.getByText('Length should be at least 6 characters')).toBeVisible()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('End')
  await page.keyboard.type('er one')
  await expect(page.getByText('Length should be at least 6 characters')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Your password is saved.')
  await tabTo(page, 'Go to your account')
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Ida Lund')
  // The owner learns about a change in case somebody else made it.
  await expect
    .poll(async () => (await shop.mails(person.email))[0]?.subject)
    .toMatch(/^The password of your .* was changed$/)

  await tabTo(page, 'Details')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/details$/)
  await expectAccessible(page)
  await tabTo(page, 'Erase my data')
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Erase my data')
  await expectAccessible(page)
  await tabTo(page, 'Erase my data')
  await page.keyboard.press('Enter')
  await expectFocus(page, 'password')
  await page.keyboard.type('shorter one')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toHaveText('Your data is erased, and you are logged out everywhere.')
})

test('a guest gets an account by the mailed link and finds the order there, by keyboard alone', async ({
  page,
  shop,
}) => {
  const { email } = createPerson('guest.keys')
  const order = await orderAsGuest(shop, email)
  await page.goto(await mailedLink(shop, email, '/account/password-confirm'))
  await tabTo(page, 'New Password')
  await page.keyboard.press('Enter')
  await expectFocus(page, 'password')
  await page.keyboard.type('heliport')
  await tabTo(page, 'Confirm New Password')
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Your password is saved.')
  await tabTo(page, 'Go to your account')
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText(/^U-\d+$/)
  await tabTo(page, 'The New Yorker')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/account/orders/${String(order)}`))
})

test('by keyboard alone a customer lists and gives away gift cards, and the recipient opens them', async ({
  page,
  shop,
}) => {
  test.slow()
  const friend = createPerson('friend.keys')
  await page.goto('/account?next=/account/gift-cards')
  await tabTo(page, 'Email')
  await typeAll(page, ['customer@example.com', 'fly-demo'])
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Gift cards')
  // The test goes to the end of each list; reading continues at the list's heading.
  while ((await page.getByRole('button', { name: /^Show More/ }).count()) > 0) {
    const list = page
      .getByRole('region')
      .filter({ has: page.getByRole('button', { name: /^Show More/ }) })
      .first()
    const before = await list.getByRole('listitem').count()
    const name = (await list.getByRole('heading').first().textContent()) ?? ''
    await tabTo(page, /^Show More/)
    await page.keyboard.press('Enter')
    const grown = page.getByRole('region', { name, exact: true }).getByRole('listitem')
    await expect.poll(() => grown.count()).toBeGreaterThan(before)
  }
  await expectAccessible(page)
  const send = page.getByRole('button', { name: 'Send As Gift' })
  await expect(send).toBeDisabled()
  await page.locator('input[name=ids]').first().focus()
  await page.keyboard.press('Space')
  await expect(send).toBeEnabled()
  await send.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Send 1 gift')
  await expect(dialog.getByLabel('Recipient Email')).toBeFocused()
  await page.keyboard.type(friend.email)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(send).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Recipient Email')).toHaveValue(friend.email)

  // The separate page has the calendar: a day and a departure are chosen, and what was typed stays.
  await tabTo(page, 'Propose a day, or print it at home')
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Send 1 gift')
  await tabTo(page, 'Recipient Email')
  await page.keyboard.type(friend.email)
  await tabTo(page, 'Propose a day')
  await page.keyboard.press('Enter')
  await expectAccessible(page)
  await tabTo(page, /^Next month/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('table')).toBeVisible()
  await tabTo(page, /, \d+ departures? from \$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('radio', { name: 'No proposal' })).toBeChecked()
  await tabTo(page, /^No proposal/)
  await page.keyboard.press('ArrowUp')
  await tabTo(page, 'Send')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toContainText('on its way')
  await tabTo(page, new RegExp(`^Emailed to ${friend.email}`))
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Proposed: /)).toBeVisible()
  await expectAccessible(page)

  await page.goto(new URL(await mailedLink(shop, friend.email, '/gifts/')).pathname)
  await expectAccessible(page)
  await tabTo(page, 'Open my gift')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'A day is proposed' })).toBeVisible()
  await expectAccessible(page)
  await tabTo(page, 'Not this day: let the seats go')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'A day is proposed' })).toHaveCount(0)
  await tabTo(page, 'Redeem')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/checkout\/[\w-]+\?redeem=1/)

  await page.goto('/account/credit')
  await expectAccessible(page)
  await tabToEnd(page)
})
