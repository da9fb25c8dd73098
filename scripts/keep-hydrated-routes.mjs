import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './root.mjs'

/**
 * Reduces the browser's route manifest to the hydrated routes, because the router serves only those
 * and every other page loads as a document.
 */
export async function filterHydratedRoutes() {
  const assets = join(root, 'build/client/assets')
  // Its name ends with a hash in hexadecimal digits; a part of ours may begin with the same word.
  const name = (await readdir(assets)).find((file) => /^manifest-[0-9a-f]{8}\.js$/.test(file))
  if (!name) throw new Error('The build has no list of routes.')
  const path = join(assets, name)
  const script = await readFile(path, 'utf8')
  const [from, to] = [script.indexOf('{'), script.lastIndexOf('}') + 1]
  const manifest = JSON.parse(script.slice(from, to))
  const hydrated = await findHydrated()
  const kept = Object.entries(manifest.routes).filter(([id]) => id === 'root' || hydrated.has(id))
  const short = JSON.stringify({ ...manifest, routes: Object.fromEntries(kept) })
  await writeFile(path, `${script.slice(0, from)}${short}${script.slice(to)}`)
}

/** The ids of the routes whose `handle` marks them as hydrated. */
async function findHydrated() {
  const folder = join(root, 'app/routes')
  const ids = new Set()
  for (const file of await readdir(folder)) {
    const source = await readFile(join(folder, file), 'utf8')
    if (/\bhydrate: true\b/.test(source)) ids.add(`routes/${file.replace(/\.tsx?$/, '')}`)
  }
  return ids
}
