import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { install, take, update } from './apt-get.mjs'
import { findChromium, shell } from './find-chromium.mjs'
import { root } from './root.mjs'

/**
 * Provides a Chromium for the browser tests and for measuring pages: an installed one, else
 * Playwright's download, else the Debian package. Where possible, it also installs Debian's
 * headless shell.
 */
export function ensureChromium() {
  const download = [join(root, 'node_modules/playwright/cli.js'), 'install', 'chromium']
  const ways = [['Downloading Chromium …', process.execPath, download], update, install('chromium')]
  for (const way of ways) if (!works(findChromium())) take(way)
  if (!works(findChromium())) {
    console.error('The browser tests need Chromium. Install one, or name it in CHROMIUM_PATH.')
    process.exit(1)
  }
  if (mayInstallShell()) for (const way of [update, install('chromium-headless-shell')]) take(way)
}

function mayInstallShell() {
  const chosen = process.env.CHROMIUM_PATH !== undefined || existsSync(shell)
  return !chosen && process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0
}

/** A downloaded Chromium may lack system libraries, and then it cannot even print its version. */
function works(path) {
  return path !== undefined && spawnSync(path, ['--version', '--no-sandbox']).status === 0
}
