import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

/** Runs `npm ci` when the installed packages differ from the lock file. */
export function ensureInstalled() {
  if (isInstalled()) return
  console.log('Installing packages (npm ci) …')
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const npm = process.env.npm_execpath
  const installed = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  if (installed.status === 0) return
  console.error('The packages could not be installed. npm said why above; is the registry reachable?')
  process.exit(1)
}

/**
 * Compares the lock file with the list that npm writes after an installation; packages for other
 * platforms may be missing in the list.
 */
function isInstalled() {
  const written = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(written)) return false
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const present = JSON.parse(readFileSync(written, 'utf8')).packages
  return Object.entries(wanted).every(
    ([path, { version, optional, link }]) =>
      path === '' || link || (present[path] ? present[path].version === version : optional),
  )
}
