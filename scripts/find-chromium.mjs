import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Path of a Chromium the browser tests can use: `CHROMIUM_PATH`, an installed one, or the one Playwright downloaded. */
export function findChromium() {
  const { chromium } = createRequire(import.meta.url)('playwright')
  return [process.env.CHROMIUM_PATH, ...installed, chromium.executablePath()].find(
    (path) => path && existsSync(path),
  )
}
