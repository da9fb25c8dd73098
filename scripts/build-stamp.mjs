import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

/** The sources of the build. */
const sources = [
  'api',
  'app',
  'brands',
  'content',
  'contract',
  'public',
  'sandbox',
  'scripts/browser',
  'scripts/build.mjs',
  'scripts/compress-files.mjs',
  'scripts/keep-hydrated-routes.mjs',
  'scripts/keep-server-readable.mjs',
  'scripts/trim-libraries.mjs',
  'server.ts',
  'settings',
  'web',
  'package-lock.json',
  'package.json',
  'postcss.config.js',
  'remix.config.js',
  'tsconfig.json',
  'vite.config.ts',
]
const stampFile = join(root, 'build/stamp.txt')

/** Hashes the contents of all sources except tests. */
export function sourcesHash() {
  const hash = createHash('sha256')
  for (const source of sources) {
    const path = join(root, source)
    if (!existsSync(path)) continue
    for (const file of filesIn(path)) hash.update(`\0${file}\0`).update(readFileSync(file))
  }
  return hash.digest('hex')
}

function filesIn(path) {
  let entries
  try {
    entries = readdirSync(path, { withFileTypes: true, recursive: true })
  } catch {
    return [path]
  }
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

/** Whether `build/` was built from the current sources. */
export function isBuilt() {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === sourcesHash()
}

export function clearStamp() {
  rmSync(stampFile, { force: true })
}

export function writeStamp(hash) {
  writeFileSync(stampFile, hash)
}
