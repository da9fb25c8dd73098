import { type Page } from 'playwright/test'
import { getAuthenticatorCode } from './authenticator.ts'

/** Returns the code that an authenticator app shows for the key on the page. */
export const getAppCode = async (page: Page): Promise<string> =>
  getAuthenticatorCode((await page.locator('.secret').textContent()) ?? '', new Date())
