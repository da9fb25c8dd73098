import { type Page } from 'playwright/test'
import { logIn, press, register, createPerson } from '../support/account-holder.ts'
import { expect, test } from '../support/browser.ts'

const email = (page: Page) => page.getByLabel('Email', { exact: true })
const REFUSED = 'Password Expired. Please reset using the link below.'
const TAKEN = 'This email already exists'

test('a refused login disappears when the e-mail changes: at once, or when the form is sent', async ({
  page,
  javaScriptEnabled,
}) => {
  await page.goto('/account')
  await logIn(page, { email: 'customer@example.com', password: 'not this one' })
  const said = page.getByText(REFUSED)
  await expect(said).toHaveCount(2)
  // Typing before the page's script has loaded removes nothing.
  await page.waitForLoadState()
  await email(page).fill('nora@')
  await expect(said).toHaveCount(javaScriptEnabled ? 0 : 2)
  await page.getByLabel('Password', { exact: true }).fill('whatever it is')
  await press(page, 'Log In')
  await expect(page.getByRole('alert')).toContainText('Email: Please input correct email format (nora@)')
  await expect(said).toHaveCount(0)
})

test('the refusal of a taken e-mail disappears when it changes: at once, or when it is sent', async ({
  page,
  javaScriptEnabled,
}) => {
  const person = createPerson('flag')
  await page.goto('/account?tab=register#register')
  await register(page, { ...person, email: 'customer@example.com' })
  const said = page.getByText(TAKEN)
  await expect(said).toHaveCount(2)
  await expect(email(page)).toHaveAttribute('aria-invalid', 'true')
  await page.waitForLoadState()
  await email(page).fill(person.email)
  await expect(said).toHaveCount(javaScriptEnabled ? 0 : 2)
  if (javaScriptEnabled) {
    await expect(email(page)).not.toHaveAttribute('aria-invalid')
    await expect(page).toHaveTitle(/^Register/)
  }
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await press(page, 'Register')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ida Lund')
})

test('a bad reset link says what to do and leads back to the login', async ({ page }) => {
  const answer = await page.goto('/account/password-confirm?token=a-token-nobody-has&email=ida%40example.com')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Your reset token is either expired or invalid.',
  )
  await expect(
    page.getByText('Please reset your password again or contact support for assistance.'),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'Register', exact: true })).toHaveCount(0)
  await page.getByRole('link', { name: 'Return to login' }).click()
  await expect(page).toHaveURL(/\/account\?tab=login#login$/)
  await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible()
})
