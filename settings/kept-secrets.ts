import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { makeKeyRing, splitSecrets } from './key-ring.ts'
import { keepFolderPrivate } from './private-folder.ts'
import { type Secrets } from './settings.ts'

/** `newest,former` here as in the environment. */
const KeptRing = z.string().transform((text) => makeKeyRing(splitSecrets(text)))
const Kept = z.object({ session: KeptRing, jwt: KeptRing, code: KeptRing, webhook: KeptRing })

/**
 * Returns the secrets of the embedded mode: created at the first start, saved in
 * `DATA_DIR/secrets.json`, readable only by the owner.
 */
export function ensureSecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'secrets.json')
  keepFolderPrivate(dataDir)
  if (existsSync(file)) return Kept.parse(JSON.parse(readFileSync(file, 'utf8')))
  const made = {
    session: randomBytes(32).toString('base64url'),
    jwt: randomBytes(32).toString('base64url'),
    code: randomBytes(32).toString('base64url'),
    webhook: `whsec_${randomBytes(32).toString('base64url')}`,
  }
  // The file is written under a temporary name and linked, so that two processes that start at the
  // same time use the same complete secrets.
  const aside = `${file}.${String(process.pid)}`
  writeFileSync(aside, JSON.stringify(made, null, 2), { mode: 0o600 })
  try {
    linkSync(aside, file)
  } catch (error) {
    if (!existsSync(file)) throw error
  } finally {
    rmSync(aside)
  }
  return Kept.parse(JSON.parse(readFileSync(file, 'utf8')))
}
