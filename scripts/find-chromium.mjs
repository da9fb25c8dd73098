import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'

/** Debian's headless shell, which needs a fifth less CPU time than the full browser. */
export const shell = '/usr/bin/chromium-headless-shell'

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * Returns the path of a full Chromium, which loads what a shopper's browser would: `CHROMIUM_PATH`,
 * an installed one, or Playwright's download.
 */
export function findChromium() {
  const { chromium } = createRequire(import.meta.url)('playwright')
  return [process.env.CHROMIUM_PATH, ...installed, chromium.executablePath()].find(
    (path) => path && existsSync(path),
  )
}

/** Returns the path of the Chromium for browser tests: the headless shell where it is installed. */
export function findTestChromium() {
  return process.env.CHROMIUM_PATH === undefined && existsSync(shell) ? shell : findChromium()
}
