import { type Page } from 'playwright/test'
import { createPerson, logIn, mailedLink, press, register } from '../support/account-holder.ts'
import { getAuthenticatorCode } from '../support/authenticator.ts'
import { expect, test } from '../support/browser.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const region = (page: Page, name: string) => page.getByRole('region', { name })
const HALF_A_MINUTE = 30_000

test('customers have a code asked at each log-in, use one of the app or of paper, and turn it off', async ({
  page,
  shop,
  browser,
}) => {
  const person = createPerson('factor')
  await page.goto('/account?tab=register#register')
  await register(page, person)
  await expect(heading(page)).toHaveText('Ida Lund')
  await page.goto(await mailedLink(shop, person.email, '/account/prove-email'))
  await press(page, 'Confirm this e-mail')

  await page.goto('/account/details')
  await region(page, 'Code at log-in').getByRole('link').click()
  await page.getByLabel('Your password', { exact: true }).fill('not this one')
  await press(page, 'Show me the key')
  await expect(page.getByRole('alert')).toContainText('This is not the password of this account')
  await page.getByLabel('Your password', { exact: true }).fill(person.password)
  await press(page, 'Show me the key')
  const secret = (await page.locator('.secret').textContent()) ?? ''
  const codeIn = (ahead: number) => getAuthenticatorCode(secret, new Date(Date.now() + ahead))
  // A typo loses nothing: the key is still there to be typed into the app.
  await page.getByLabel('Code', { exact: true }).fill('12345')
  await press(page, 'Turn it on')
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page.locator('.secret')).toHaveText(secret)
  await page.getByLabel('Code', { exact: true }).fill(codeIn(0))
  await press(page, 'Turn it on')
  await expect(page.getByText('It is on: each log-in asks for a code of your app.')).toBeVisible()
  const [first = '', second = ''] = await page.locator('.codes li').allTextContents()
  expect(await page.locator('.codes li').count()).toBe(10)

  // Another phone is asked after the password, and until then sees nothing of the account.
  const context = await browser.newContext({ baseURL: shop.origin, javaScriptEnabled: false })
  const other = await context.newPage()
  await other.goto('/account')
  await logIn(other, person)
  await expect(heading(other)).toHaveText('Type the code of your app')
  await other.goto('/account/details')
  await expect(heading(other)).not.toHaveText('Ida Lund')
  await other.goto('/account/code')
  await other.getByLabel('Code', { exact: true }).fill('000000')
  await press(other, 'Log In')
  await expect(other.getByRole('alert')).toBeVisible()
  // The app's code of this half minute is used up by turning it on.
  await other.getByLabel('Code', { exact: true }).fill(codeIn(HALF_A_MINUTE))
  await press(other, 'Log In')
  await expect(heading(other)).toHaveText('Ida Lund')

  // Without the phone, a code of paper opens the account once.
  await context.clearCookies()
  await other.goto('/account')
  await logIn(other, person)
  await other.getByRole('link', { name: 'Use a recovery code' }).click()
  await other.getByLabel('Recovery code', { exact: true }).fill(first)
  await press(other, 'Log In')
  await expect(heading(other)).toHaveText('Ida Lund')
  await context.clearCookies()
  await other.goto('/account')
  await logIn(other, person)
  await other.getByRole('link', { name: 'Use a recovery code' }).click()
  await other.getByLabel('Recovery code', { exact: true }).fill(first)
  await press(other, 'Log In')
  await expect(other.getByRole('alert')).toBeVisible()
  await expect(heading(other)).toHaveText('Use a recovery code')
  await context.close()

  await page.goto('/account/details/sign-in')
  await expect(region(page, 'Recovery codes')).toContainText('9 codes are left')
  await region(page, 'Turn it off').getByLabel('Code', { exact: true }).fill(second)
  await press(page, 'Turn it off')
  await expect(page.getByText('Your log-in asks for no code any more.')).toBeVisible()
  await page.context().clearCookies()
  await page.goto('/account')
  await logIn(page, person)
  await expect(heading(page)).toHaveText('Ida Lund')
  await expect
    .poll(async () => (await shop.mails(person.email)).map(({ subject }) => subject).join('\n'), {
      timeout: 90_000,
    })
    .toMatch(/^A recovery code was used/m)
})
