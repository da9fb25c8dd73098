import { existsSync, symlinkSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { buildSync } from 'esbuild'

const root = resolve(import.meta.dirname, '../..')
const made = new Map<string, string>()

/**
 * Bundles a process that tests start into one file, once for a run, so that a start takes half a
 * second.
 * @param name of the file beside this one, without `.ts`
 * @returns the path of a file that plain `node` can run
 */
export function bundleProcess(name: string): string {
  const known = made.get(name)
  if (known) return known
  const outfile = join(root, '.cache/races', `${name}.mjs`)
  const rooms = ['api', 'app', 'brands', 'contract', 'sandbox', 'settings', 'tests']
  buildSync({
    absWorkingDir: root,
    entryPoints: [`tests/races/${name}.ts`],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    // Names with # would otherwise count as packages.
    alias: Object.fromEntries(rooms.map((room) => [`#${room}`, `./${room}`])),
    logLevel: 'error',
  })
  // The migrations lie next to the code that runs them, as in the built product.
  const migrations = join(dirname(outfile), 'migrations')
  if (!existsSync(migrations)) symlinkSync(join(root, 'api/db/migrations'), migrations)
  made.set(name, outfile)
  return outfile
}
