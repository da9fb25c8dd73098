import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { findChromium } from './find-chromium.mjs'
import { root } from './root.mjs'

/** Gets a Chromium for the browser tests: an installed one, else Playwright's download, else the Debian package. */
export function ensureChromium() {
  const ways = [
    [
      'Downloading Chromium …',
      process.execPath,
      [join(root, 'node_modules/playwright/cli.js'), 'install', 'chromium'],
    ],
    ['Asking apt-get for Chromium …', 'apt-get', ['update', '-qq']],
    ['Installing Chromium …', 'apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium']],
  ]
  for (const [say, command, args] of ways) {
    if (works(findChromium())) return
    console.log(say)
    spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  }
  if (works(findChromium())) return
  console.error('The browser tests need Chromium. Install one, or name it in CHROMIUM_PATH.')
  process.exit(1)
}

/** A download may lack libraries of the system; then it does not even tell its version. */
function works(path) {
  return path !== undefined && spawnSync(path, ['--version', '--no-sandbox']).status === 0
}
