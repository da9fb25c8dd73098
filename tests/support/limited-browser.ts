import { rmSync } from 'node:fs'
import { test as base } from 'playwright/test'
import { copyDemoData } from './prepare-shop.ts'
import { PUBLIC_DEMO, type RunningShop, startShop } from './start-shop.ts'

/**
 * `test` for the shop with the product's own limits; a proxy's header names each caller's address.
 */
export const test = base.extend<object, { shop: RunningShop }>({
  shop: [
    // Playwright requires a destructured first argument even when it is empty.
    async ({}, use) => {
      const dataDir = copyDemoData()
      const shop = await startShop({
        dataDir,
        environment: { LIMIT_FACTOR: '1', TRUST_PROXY: 'true', ...PUBLIC_DEMO },
      })
      await use(shop)
      await shop.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})
