import { type Page } from 'playwright/test'
import { codeOf } from './authenticator.ts'

/** What an app shows for the key that stands on the page. */
export const appCode = async (page: Page): Promise<string> =>
  codeOf((await page.locator('.secret').textContent()) ?? '', new Date())
