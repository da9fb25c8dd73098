import { type Page } from 'playwright/test'
import { getAuthenticatorCode } from './authenticator.ts'

/** What an app shows for the key that stands on the page. */
export const getAppCode = async (page: Page): Promise<string> =>
  getAuthenticatorCode((await page.locator('.secret').textContent()) ?? '', new Date())
