import { expect, test } from '../support/browser.ts'
import { holdScripts } from '../support/hold-scripts.ts'

test('a new password that is too short is reported on leaving the field, not while typing', async ({
  page,
}) => {
  const short = page.getByText('Length should be at least 6 characters')
  await page.goto('/account?tab=register#register')
  const password = page.getByLabel('Password', { exact: true })
  await password.pressSequentially('short')
  await expect(short).toHaveCount(0)
  await page.getByLabel('Phone').focus()
  await expect(short).toBeVisible()
  await expect(password).toHaveAttribute('aria-describedby', 'register-password-error register-password-hint')
  await password.press('End')
  await password.pressSequentially('er')
  await expect(short).toHaveCount(0)
  await expect(password).not.toHaveAttribute('aria-invalid')

  await page.goto('/account')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByLabel('Email', { exact: true }).focus()
  await expect(short).toHaveCount(0)
})

test('a script that loads while a password is typed does not disturb the typing', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/account', { waitUntil: 'commit' })
  const password = page.getByLabel('Password', { exact: true })
  await password.pressSequentially('heli')
  release()
  await expect(page.getByRole('button', { name: 'Show password' })).toBeVisible()
  await page.keyboard.type('port')
  await expect(password).toHaveValue('heliport')
})
