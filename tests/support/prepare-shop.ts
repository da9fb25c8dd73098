import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startShop } from './start-shop.ts'

const root = resolve(import.meta.dirname, '../..')
const prepared = join(root, '.cache/demo-shop')

/**
 * Builds the product when it is stale and makes an embedded database with the demo shop, once for a
 * run.
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

/** Makes a `DATA_DIR` with the demo shop in it by copying, which saves the seconds of seeding. */
export function copyDemoData(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-data-'))
  cpSync(join(prepared, 'data'), dataDir, { recursive: true })
  return dataDir
}
