import { type Page } from 'playwright/test'
import { DESK_ZONE } from './book-today.ts'
import { expect } from './browser.ts'

function minutesLeftOfDay(): number {
  const clock = new Date().toLocaleTimeString('en-GB', { timeZone: DESK_ZONE })
  const [hour = 0, minute = 0] = clock.split(':').map(Number)
  return 24 * 60 - hour * 60 - minute
}

/** Opens the desk's first page; minutes before midnight only once the new day has begun. */
export async function openToday(page: Page): Promise<void> {
  const wait = { timeout: 300_000, intervals: [1000] }
  await expect.poll(minutesLeftOfDay, wait).toBeGreaterThan(4)
  await page.goto('/staff')
}
