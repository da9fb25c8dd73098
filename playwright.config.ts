import { defineConfig } from 'playwright/test'
import { findTestChromium } from './scripts/find-chromium.mjs'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const desk = { viewport: { width: 1280, height: 900 } }

/**
 * Pages that bring no framework: with scripts they do hardly anything else. `npm run test:full`
 * tries them so too.
 */
const PLAIN_PAGES =
  /\/(storefront|front-door|account(-details|-flights)?|departure-cancelled|purchase-password)\.spec\.ts$/
const full = process.env['FULL'] === 'true'

/**
 * They take long beside what they guard: tried before a change lands (`npm run test:all`), not at
 * every turn.
 */
const LONG = new RegExp(
  [
    String.raw`/(abuse|account-limits|account-accessibility|csp-report|foreign-[\w-]+|process`,
    String.raw`|same-price|stripe-js|staff-axe|staff-money|staff-orders|staff-states-[\w-]+`,
    String.raw`|storefront-axe)\.[\w.-]+$`,
  ].join(''),
)
const left = full || process.env['ALL'] === 'true' ? [] : [LONG]

/**
 * `x.spec.ts` runs with and without scripts, `x.script.spec.ts` and `x.no-script.spec.ts` as they
 * say, and `x.platform.spec.ts` once, mostly without a browser.
 */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  globalSetup: './tests/support/prepare-shop.ts',
  fullyParallel: false,
  forbidOnly: true,
  // A test that fails once has failed (decision 071).
  retries: 0,
  workers: 2,
  // No test measures time: a limit only ends what hangs, and a busy machine is slow, not wrong.
  timeout: 420_000,
  expect: { timeout: 60_000 },
  reporter: [['line']],
  use: {
    launchOptions: {
      executablePath: findTestChromium(),
      // Containers and root have neither a sandbox nor much shared memory.
      args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
    },
    locale: 'en-US',
    screenshot: 'only-on-failure',
    // A trace costs a third of the time: `npx playwright test --trace retain-on-failure` when one
    // is wanted.
    trace: 'off',
    // Fades between pages are tried where they matter; everywhere else they are waiting.
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [
    {
      name: 'no-script',
      testIgnore: [/\.(platform|script)\.spec\.ts$/, ...left],
      use: { ...phone, javaScriptEnabled: false },
    },
    {
      name: 'script',
      testIgnore: [/\.(platform|no-script)\.spec\.ts$/, ...left, ...(full ? [] : [PLAIN_PAGES])],
      use: desk,
    },
    { name: 'platform', testMatch: /\.platform\.spec\.ts$/, testIgnore: left, use: desk },
  ],
})
