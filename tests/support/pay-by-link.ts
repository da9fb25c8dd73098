import { type Browser, type Page } from 'playwright/test'
import { expect, test } from './browser.ts'
import { CARD, payOnHostedPage } from './buyer.ts'
import { type RunningShop } from './start-shop.ts'

/** Opens the shop for somebody without a session, as a customer on their own device. */
export async function openVisitor(browser: Browser, shop: RunningShop): Promise<Page> {
  const context = await browser.newContext({
    baseURL: shop.origin,
    storageState: { cookies: [], origins: [] },
    reducedMotion: 'reduce',
    javaScriptEnabled: test.info().project.use.javaScriptEnabled ?? true,
  })
  return context.newPage()
}

/** The path of the link to pay in the mails to an address, once it has arrived. */
export async function mailedPayPath(shop: RunningShop, email: string): Promise<string> {
  const link = async () =>
    (await shop.mails(email)).flatMap(({ links }) => links).find((one) => one.includes('/pay/')) ?? ''
  await expect.poll(link, { timeout: 100_000 }).not.toBe('')
  return new URL(await link()).pathname
}

/** The customer opens the mailed link and pays by card. */
export async function payByMailedLink(browser: Browser, shop: RunningShop, email: string): Promise<void> {
  const page = await openVisitor(browser, shop)
  await page.goto(await mailedPayPath(shop, email))
  await page.getByRole('main').getByRole('button', { name: 'See it and pay' }).click()
  await payOnHostedPage(page, CARD)
  await page.waitForURL(/\/order-confirmation/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^You’re booked/)
  await page.context().close()
}
