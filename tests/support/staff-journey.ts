import { type Page } from 'playwright/test'
import { expect } from './browser.ts'
import { getAppCode } from './authenticator-code.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** Signs a staff member in for the first time: password, then the app's code. */
export async function enterStaffArea(page: Page, email: string, path = '/staff/orders'): Promise<void> {
  await page.goto(path)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill('fly-demo')
  await page.getByRole('main').getByRole('button', { name: 'Log In' }).click()
  await expect(heading(page)).toHaveText('Sign in to the desk')
  await page.getByRole('button', { name: 'Show me the key' }).click()
  await expect(page.locator('.secret')).toBeVisible()
  await page.getByLabel('Code').fill(await getAppCode(page))
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL((url) => url.pathname === path)
  await expect(heading(page)).toBeVisible()
}
