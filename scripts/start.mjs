import { isBuilt } from './build-stamp.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { requireNode } from './require-node.mjs'
import { root } from './root.mjs'
import { stopWithParent } from './stop-with-parent.mjs'

// `npm start`, also on a fresh copy: installs, builds and serves, and skips what is up to date.
requireNode()
process.chdir(root)
process.env.NODE_ENV ??= 'production'
ensureInstalled()
if (!isBuilt()) {
  console.log('Building the shop …')
  const { build } = await import('./build.mjs')
  await build({ quiet: true })
}
stopWithParent()
// The server runs in this process, so that signals reach it.
await import('../build/server.js')
