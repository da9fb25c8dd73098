import { type Page } from 'playwright/test'
import { findAccessibilityBarriers } from './accessibility-modes.ts'
import { bookToday } from './book-today.ts'
import { furnishStates } from './furnish-states.ts'
import { expect, test as base } from './signed-in-staff.ts'

// Staff pages when something is missing, wrong, changed by somebody else, done or not allowed, each
// on the narrowest phone.

export const NARROW = 320

export const test = base.extend({
  furnish: [
    async ({ furnish }, use) => {
      await use(async (dataDir) => {
        await furnish(dataDir)
        await bookToday(dataDir)
        await furnishStates(dataDir)
      })
    },
    { scope: 'worker' },
  ],
})

export const main = (page: Page) => page.getByRole('main')
export const heading = (page: Page) => page.getByRole('heading', { level: 1 })
export const said = (page: Page) => main(page).getByRole('status').first()
export const refused = (page: Page) => main(page).getByRole('alert').first()
export const press = (page: Page, name: string | RegExp) =>
  main(page)
    .getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
    .first()
    .click()

/** Checks a state; the test goes on, so that one run names all that is wrong. */
export async function look(page: Page, state: string): Promise<void> {
  await page.evaluate(() => {
    scrollTo({ top: 0, behavior: 'instant' })
  })
  const wrong = await findAccessibilityBarriers(page, state, { scheme: 'dark', width: NARROW, all: true })
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  if (over > 0) wrong.push(`${state}: ${String(over)} px too wide`)
  expect.soft(wrong).toEqual([])
}
