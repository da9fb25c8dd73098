import { type Page } from 'playwright/test'
import { expect, test } from '../support/browser.ts'

const QUERY = 'utm_source=mail&next=%2Fcheckout%2F6%2Fpay'
const email = (page: Page) => page.getByLabel('Email', { exact: true })
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })

/**
 * Checks the visible panel, its tab, and the address: the panel in the fragment, the query
 * unchanged.
 */
async function expectPanel(page: Page, id: string, name: string, heading: string) {
  await expect(page.getByRole('tabpanel')).toHaveCount(1)
  await expect(page.getByRole('tabpanel', { name, exact: true })).toHaveId(id)
  await expect(page.getByRole('heading', { level: 2, name: heading })).toBeVisible()
  await expect(tab(page, name)).toHaveAttribute('aria-selected', 'true')
  await expect(page.locator('[role=tab][tabindex="0"]')).toHaveText(name)
  await expect(page).toHaveURL(
    (url) => url.hash === `#${id}` && url.searchParams.get('utm_source') === 'mail',
  )
  await expect(page).toHaveTitle(new RegExp(`^${name} · `))
}

const PANELS = [
  ['checkout-guest', 'Guest', 'Fly without an account'],
  ['login', 'Log In', 'Welcome back'],
  ['register', 'Register', 'Make an account'],
  ['reset', 'Reset', 'Reset your password'],
] as const

test('tabs follow address, keys, clicks and history, and each keeps what was typed', async ({ page }) => {
  // A deep link works with query and fragment, with either alone, and the fragment wins where they
  // differ.
  for (const [id, name, heading] of PANELS) {
    for (const address of [
      `tab=${id}&${QUERY}#${id}`,
      `tab=${id}&${QUERY}`,
      `${QUERY}#${id}`,
      `tab=login&${QUERY}#${id}`,
    ]) {
      await page.goto('/product')
      await page.goto(`/account?${address}`)
      await expectPanel(page, id, name, heading)
    }
  }

  await page.goto(`/account?${QUERY}`)
  await expectPanel(page, 'login', 'Log In', 'Welcome back')
  await expect(tab(page, 'Reset')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Continue as a guest' })).toHaveAttribute(
    'href',
    '/checkout/6/pay',
  )

  // All tabs are one Tab stop and the arrow keys wrap around; Reset joins them only when it is
  // chosen.
  await tab(page, 'Log In').focus()
  for (const [key, at] of [
    ['ArrowRight', 2],
    ['ArrowRight', 0],
    ['ArrowLeft', 2],
    ['Home', 0],
    ['End', 2],
    ['ArrowLeft', 1],
  ] as const) {
    await page.keyboard.press(key)
    const [id, name, heading] = PANELS[at]
    await expectPanel(page, id, name, heading)
    await expect(tab(page, name)).toBeFocused()
  }
  await page.keyboard.press('Tab')
  await expect(email(page)).toBeFocused()
  await page.keyboard.type('ida@example.com')

  // The typed e-mail is copied to Reset and also stays where it was typed.
  await page.getByRole('button', { name: 'Reset Your Password' }).focus()
  await page.keyboard.press('Enter')
  await expectPanel(page, 'reset', 'Reset', 'Reset your password')
  await expect(tab(page, 'Reset')).toBeFocused()
  await expect(email(page)).toHaveValue('ida@example.com')
  await page.getByRole('link', { name: 'Return to login' }).click()
  await expectPanel(page, 'login', 'Log In', 'Welcome back')
  await expect(email(page)).toHaveValue('ida@example.com')
  await expect(tab(page, 'Reset')).toHaveCount(0)
  await tab(page, 'Guest').click()
  await expect(page.getByRole('link', { name: 'Continue as a guest' })).toHaveCount(1)

  await page.goBack()
  await expectPanel(page, 'login', 'Log In', 'Welcome back')
  await page.goBack()
  await expectPanel(page, 'reset', 'Reset', 'Reset your password')
  await page.goForward()
  await page.goForward()
  await expectPanel(page, 'checkout-guest', 'Guest', 'Fly without an account')
})

test('a refused form stays in its panel, also after a visit to another tab', async ({ page }) => {
  await page.goto(`/account?${QUERY}`)
  await tab(page, 'Register').click()
  await page.getByLabel('First name').fill('R2D2')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByRole('alert')).toContainText('First name: Must be letters only')
  await expect(page).toHaveTitle(/^Error: Register · /)
  await expect(page).toHaveURL(/utm_source=mail&next=%2Fcheckout%2F6%2Fpay#register$/)
  await expect(page.getByLabel('First name')).toHaveValue('R2D2')
  await tab(page, 'Log In').click()
  await expectPanel(page, 'login', 'Log In', 'Welcome back')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.goBack()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page).toHaveTitle(/^Error: Register · /)
  // A password in a panel that waited in its template can be shown too, and is checked on leaving
  // the field.
  await page.goto(`/account?${QUERY}`)
  await tab(page, 'Register').click()
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByLabel('Phone').focus()
  await expect(page.getByText('Length should be at least 6 characters')).toBeVisible()
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text')
})

test('confirm and error are named in the address, which keeps the parameters of the link', async ({
  page,
}) => {
  await page.goto('/account/password-confirm?token=a-token-nobody-has&email=ida%40example.com')
  await expect(page).toHaveURL(/\?token=a-token-nobody-has&email=ida%40example\.com#error$/)
  await page.getByRole('link', { name: 'Return to login' }).click()
  await expect(page).toHaveURL(/\/account\?tab=login#login$/)
})
