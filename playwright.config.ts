import { defineConfig } from 'playwright/test'
import { findChromium } from './scripts/find-chromium.mjs'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const desk = { viewport: { width: 1280, height: 900 } }

/**
 * `x.spec.ts` runs with and without scripts, `x.script.spec.ts` and `x.no-script.spec.ts` as they say, and
 * `x.platform.spec.ts` once, mostly without a browser.
 */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  globalSetup: './tests/support/prepare-shop.ts',
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['line']],
  use: {
    launchOptions: {
      executablePath: findChromium(),
      // Containers and root have neither a sandbox nor much shared memory.
      args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
    },
    locale: 'en-US',
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
  },
  projects: [
    {
      name: 'no-script',
      testIgnore: /\.(platform|script)\.spec\.ts$/,
      use: { ...phone, javaScriptEnabled: false },
    },
    { name: 'script', testIgnore: /\.(platform|no-script)\.spec\.ts$/, use: desk },
    { name: 'platform', testMatch: /\.platform\.spec\.ts$/, use: desk },
  ],
})
