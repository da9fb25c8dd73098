import { rmSync } from 'node:fs'
import { test as base, expect, type Page } from 'playwright/test'
import { copyDemoData } from './prepare-shop.ts'
import { type RunningShop, startShop } from './start-shop.ts'

export { expect }

interface WorkerFixtures {
  /** The built product with the demo shop, one for each worker. */
  shop: RunningShop
}

/**
 * `test` for browser specs: pages open at the worker's own shop, and no page may complain about
 * anything.
 */
export const test = base.extend<{ trouble: string[] }, WorkerFixtures>({
  shop: [
    // Playwright wants the first argument destructured even when nothing is taken from it.
    async ({}, use) => {
      const dataDir = copyDemoData()
      const shop = await startShop({ dataDir })
      await use(shop)
      await shop.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 300_000 },
  ],

  baseURL: async ({ shop }, use) => {
    await use(shop.origin)
  },

  /**
   * What went wrong in the test's pages so far; it fails the test when anything is left in it at
   * the end.
   */
  trouble: async ({ shop }, use) => {
    const trouble: string[] = []
    const before = cspReports(shop)
    await use(trouble)
    expect(cspReports(shop) - before, 'reports of refused content').toBe(0)
    expect(trouble, 'complaints of the browser').toEqual([])
  },

  page: async ({ page, shop, trouble }, use) => {
    watch(page, shop.origin, trouble)
    page.context().on('page', (other) => {
      watch(other, shop.origin, trouble)
    })
    await use(page)
  },
})

const cspReports = (shop: RunningShop) => shop.log().filter((line) => line['msg'] === 'csp report').length

function watch(page: Page, origin: string, trouble: string[]): void {
  page.on('pageerror', (error) => {
    // Leaving for a page without the fade (the payment page) ends the fade; the browser tells that
    // as an error.
    if (error.message.startsWith('Transition was aborted')) return
    trouble.push(`script error: ${error.message}`)
  })
  page.on('console', (message) => {
    if (message.type() !== 'error') return
    // A page that answers 404 or 422 on purpose is told here too; files that fail are told below.
    if (message.text().startsWith('Failed to load resource: the server responded with a status of 4')) return
    // The framework tells that it stopped reading an answer which a newer choice made useless.
    if (message.text().startsWith('AbortError: signal is aborted without reason')) return
    trouble.push(`console: ${message.text()} (${message.location().url})`)
  })
  page.on('response', (response) => {
    if (!response.url().startsWith(origin)) return
    // How the provider tells its own script in the page of a card that was declined.
    if (response.status() === 402 && response.url().startsWith(`${origin}/sandbox/stripe/v1/`)) return
    // A form sent without leaving its page is answered like the document it stands in.
    const isAnswer = new URL(response.url()).pathname.endsWith('.data')
    const document = isAnswer || response.request().resourceType() === 'document'
    const limit = document ? 500 : 400
    if (response.status() >= limit) trouble.push(`${String(response.status())} ${response.url()}`)
  })
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    // The browser drops what a page no longer needs when a person moves on. Without scripts it
    // refuses to load any in advance; what the policy refuses is counted by its reports.
    if (request.url().startsWith(origin) && !['net::ERR_ABORTED', 'csp'].includes(reason))
      trouble.push(`${reason} ${request.url()}`)
  })
}
