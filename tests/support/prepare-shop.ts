import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startShop } from './start-shop.ts'

const root = resolve(import.meta.dirname, '../..')
const prepared = join(root, '.cache/demo-shop')

/**
 * Once for a run: the product is built when it is stale, and an embedded database with the demo
 * shop is made.
 */
export default async function prepareShop(): Promise<void> {
  const { isBuilt } = await import('../../scripts/build-stamp.mjs')
  if (!isBuilt()) {
    const { build } = await import('../../scripts/build.mjs')
    await build({ quiet: true })
  }
  const stamp =
    `${readFileSync(join(root, 'build/stamp.txt'), 'utf8')} ` + `${new Date().toISOString().slice(0, 10)}`
  const stampFile = join(prepared, 'made-by.txt')
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  rmSync(prepared, { recursive: true, force: true })
  mkdirSync(prepared, { recursive: true })
  const shop = await startShop({ dataDir: join(prepared, 'data') })
  await shop.stop()
  writeFileSync(stampFile, stamp)
}

/** A `DATA_DIR` of its own with the demo shop in it, without the seconds that making it takes. */
export function copyDemoData(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-data-'))
  cpSync(join(prepared, 'data'), dataDir, { recursive: true })
  return dataDir
}
