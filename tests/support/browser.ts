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
 * `test` for browser specs: pages open at the worker's own shop, and any browser error fails the
 * test.
 */
export const test = base.extend<{ trouble: string[] }, WorkerFixtures>({
  shop: [
    // Playwright requires a destructured first argument even when it is empty.
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

  /** The errors in the test's pages so far; the test fails when any is left in it at the end. */
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
    // The view transition ends when the browser leaves for a page without one (the payment page),
    // which it reports as an error.
    if (error.message.startsWith('Transition was aborted')) return
    trouble.push(`script error: ${error.message}`)
  })
  page.on('console', (message) => {
    if (message.type() !== 'error') return
    // The browser reports pages that answer 404 or 422 on purpose here too; failing files are
    // reported below.
    if (message.text().startsWith('Failed to load resource: the server responded with a status of 4')) return
    // React Router reports that it stopped reading an answer which a newer choice replaced.
    if (message.text().startsWith('AbortError: signal is aborted without reason')) return
    trouble.push(`console: ${message.text()} (${message.location().url})`)
  })
  page.on('response', (response) => {
    if (!response.url().startsWith(origin)) return
    // The browser reports a declined card this way in the page of the provider's script.
    if (response.status() === 402 && response.url().startsWith(`${origin}/sandbox/stripe/v1/`)) return
    // The answer to a form that is sent without leaving its page has the status of the document.
    const isAnswer = new URL(response.url()).pathname.endsWith('.data')
    const document = isAnswer || response.request().resourceType() === 'document'
    const limit = document ? 500 : 400
    if (response.status() >= limit) trouble.push(`${String(response.status())} ${response.url()}`)
  })
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    // The browser aborts requests that a page no longer needs after a navigation. Without scripts
    // it refuses all preloads; violations of the content security policy are counted by its
    // reports.
    if (request.url().startsWith(origin) && !['net::ERR_ABORTED', 'csp'].includes(reason))
      trouble.push(`${reason} ${request.url()}`)
  })
}
