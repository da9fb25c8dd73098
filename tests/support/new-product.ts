import { type Page } from 'playwright/test'
import { expect } from './browser.ts'

/** Returns the date `days` after today on New York's calendar. */
export function dayIn(days: number): string {
  const at = new Date(Date.now() + days * 86_400_000)
  return at.toLocaleDateString('en-CA', { timeZone: 'America/New_York' })
}

/** Types a product that flies every day at 5:05 am, as far as its last button. */
export async function typeProduct(page: Page, name: string): Promise<void> {
  await page.goto('/staff/products')
  await page.getByRole('link', { name: 'New product' }).click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('One line').fill('Out to the light and back.')
  await page.getByRole('radio', { name: 'New Jersey' }).check()
  await page.getByLabel('Seat, dollars').fill('150')
  await page.getByLabel('Minutes', { exact: true }).fill('15')
  await page.getByLabel('Leaves from').selectOption({ label: 'Kearny Heliport' })
  await page.getByLabel('Aircraft', { exact: true }).selectOption({ label: '4-seat' })
  await page.getByLabel('Another time').fill('05:05')
  await page.getByRole('main').getByRole('button', { name: 'Add this time', exact: true }).click()
  await expect(page.getByRole('checkbox', { name: '5:05 am, Sunday' })).toBeChecked()
}
