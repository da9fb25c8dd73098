import { spawnSync } from 'node:child_process'
import { cp, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleStripeJs } from '../sandbox/stripe-js/bundle-stripe-js.mjs'
import { clearStamp, sourcesHash, writeStamp } from './build-stamp.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { refuseWideText } from './refuse-wide-text.mjs'
import { requireNode } from './require-node.mjs'
import { root } from './root.mjs'

/**
 * Builds `build/`: the shop (Vite), the server (one bundle with external packages), the migrations,
 * and compressed files for browsers. `build/` and `node_modules/` together are the product.
 */
export async function build({ quiet = false } = {}) {
  const hash = sourcesHash()
  clearStamp()
  buildShop(quiet)
  await Promise.all([
    bundleServer(),
    bundlePilotWorker(),
    copyMigrations(),
    copyDemoPhotos(),
    copyApiDocs(),
    bundleSandboxScript(),
  ])
  const { filterHydratedRoutes: keepHydratedRoutes } = await import('./keep-hydrated-routes.mjs')
  await keepHydratedRoutes()
  const { compressFiles } = await import('./compress-files.mjs')
  await compressFiles(join(root, 'build/client'))
  await Promise.all(
    ['build/server.js', ...(await serverParts())].map((file) => refuseWideText(join(root, file))),
  )
  writeStamp(hash)
}

function buildShop(quiet) {
  const remix = spawnSync(process.execPath, ['node_modules/@remix-run/dev/dist/cli.js', 'vite:build'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    encoding: 'utf8',
  })
  if (remix.status === 0) return
  if (quiet) console.error(remix.stdout, remix.stderr)
  throw new Error('The shop could not be built.')
}

/** The files of the pages that the server loads. */
const serverParts = async () =>
  (await readdir(join(root, 'build/server/assets')))
    .filter((file) => file.startsWith('server-build'))
    .map((file) => `build/server/assets/${file}`)

async function bundleServer() {
  const { build: bundle } = await import('esbuild')
  const rooms = ['api', 'app', 'brands', 'contract', 'sandbox', 'settings']
  await bundle({
    absWorkingDir: root,
    entryPoints: ['server.ts'],
    outfile: 'build/server.js',
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    sourcemap: true,
    // The text of a module stays in memory, two bytes for each character when one of them is not
    // Latin: all are escaped. Blanks and comments are left out; names stay, for stacks in the log.
    minifyWhitespace: true,
    lineLimit: 160,
    // Without the aliases, esbuild would treat names with # as packages.
    alias: Object.fromEntries(rooms.map((room) => [`#${room}`, `./${room}`])),
    logLevel: 'warning',
  })
}

/**
 * Bundles the service worker of the pilot's page. Its address stays the same, because a browser asks
 * there whether it has changed.
 */
async function bundlePilotWorker() {
  const { build: bundle } = await import('esbuild')
  await bundle({
    absWorkingDir: root,
    entryPoints: ['app/staff/pilot/phone/worker.ts'],
    outfile: 'build/client/pilot/worker.js',
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    logLevel: 'warning',
  })
}

/**
 * Copies the migrations to where `api/db/migration-state.ts` looks for them, and removes those of
 * earlier builds.
 */
async function copyMigrations() {
  await rm(join(root, 'build/migrations'), { recursive: true, force: true })
  await cp(join(root, 'api/db/migrations'), join(root, 'build/migrations'), { recursive: true })
}

/** Copies the demo photos to where `api/platform/book-demo-flights.ts` looks for them. */
const copyDemoPhotos = () =>
  cp(join(root, 'api/db/seed/photos'), join(root, 'build/demo-photos'), { recursive: true })

/** Copies the documentation of `/v1` to where `api/platform/openapi/docs-page.ts` looks for it. */
const copyApiDocs = () => cp(join(root, 'docs/api.md'), join(root, 'build/api.md'))

/** Bundles the payment sandbox's script for pages, which is served in test mode only. */
async function bundleSandboxScript() {
  await writeFile(join(root, 'build/sandbox-stripe.js'), await bundleStripeJs())
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  requireNode()
  ensureInstalled()
  await build()
}
