import { existsSync, symlinkSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { buildSync } from 'esbuild'

const root = resolve(import.meta.dirname, '../..')
const made = new Map<string, string>()

/**
 * Makes one file of a process that tests start, so that a start takes half a second. Once for a
 * run.
 *
 * @param name of the file beside this one, without `.ts`
 * @returns what plain `node` can run
 */
export function bundleProcess(name: string): string {
  const known = made.get(name)
  if (known) return known
  const outfile = join(root, '.cache/races', `${name}.mjs`)
  const rooms = ['api', 'app', 'contract', 'sandbox', 'settings', 'tests']
  buildSync({
    absWorkingDir: root,
    entryPoints: [`tests/races/${name}.ts`],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    // Names with # would count as packages otherwise.
    alias: Object.fromEntries(rooms.map((room) => [`#${room}`, `./${room}`])),
    logLevel: 'error',
  })
  // Beside the built product, too, the migrations lie next to the code that runs them.
  const migrations = join(dirname(outfile), 'migrations')
  if (!existsSync(migrations)) symlinkSync(join(root, 'api/db/migrations'), migrations)
  made.set(name, outfile)
  return outfile
}
