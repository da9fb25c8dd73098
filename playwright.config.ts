import { defineConfig } from 'playwright/test'
import { findTestChromium } from './scripts/find-chromium.mjs'
import { CORE_JOURNEYS, short } from './scripts/short-tests.mjs'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const desk = { viewport: { width: 1280, height: 900 } }

/**
 * Pages that bring no framework: with scripts they do hardly anything else. `npm run test:full`
 * tries them so too.
 */
const PLAIN_PAGES =
  /\/(storefront|front-door|account(-details|-flights)?|departure-cancelled|purchase-password)\.spec\.ts$/
const full = process.env['FULL'] === 'true'

/** The specs of a project: all whose names match, or its core journeys in a short run. */
const chosen = (project: keyof typeof CORE_JOURNEYS, names: RegExp): RegExp | string[] =>
  short ? CORE_JOURNEYS[project].map((name) => `**/${name}`) : names

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
    // A press or a page that never comes ends here and names itself, long before its test does.
    actionTimeout: 120_000,
    navigationTimeout: 120_000,
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
      testMatch: chosen('no-script', /\.spec\.ts$/),
      testIgnore: [/\.(platform|script)\.spec\.ts$/],
      use: { ...phone, javaScriptEnabled: false },
    },
    {
      name: 'script',
      testMatch: chosen('script', /\.spec\.ts$/),
      testIgnore: [/\.(platform|no-script)\.spec\.ts$/, ...(full ? [] : [PLAIN_PAGES])],
      use: desk,
    },
    { name: 'platform', testMatch: chosen('platform', /\.platform\.spec\.ts$/), use: desk },
  ],
})
