import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#api/db/client.ts'
import { openFileStore } from '#api/gateways/open-file-store.ts'
import { newestSecret } from './key-ring.ts'
import { ensureSecrets } from './kept-secrets.ts'

let home: string
let dataDir: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'private-folder-'))
  dataDir = join(home, 'data')
})
afterEach(() => {
  rmSync(home, { recursive: true, force: true })
})

const modeOf = (path: string) => statSync(path).mode & 0o777

/** Every folder and file that somebody but the owner can read, write or enter. */
const openToOthers = () =>
  ['.', ...(readdirSync(dataDir, { recursive: true }) as string[])].filter(
    (name) => modeOf(join(dataDir, name)) & 0o077,
  )

/** Creates a folder and files as an earlier release left them. */
function createWideFolder() {
  mkdirSync(join(dataDir, 'files/photos'), { recursive: true })
  writeFileSync(join(dataDir, 'files/photos/guest.jpg'), 'a face')
  const secrets = { session: 's', jwt: 'j', code: 'c', webhook: 'w' }
  writeFileSync(join(dataDir, 'secrets.json'), JSON.stringify(secrets))
  for (const name of ['files', 'files/photos']) chmodSync(join(dataDir, name), 0o755)
  for (const name of ['files/photos/guest.jpg', 'secrets.json']) chmodSync(join(dataDir, name), 0o664)
  chmodSync(dataDir, 0o755)
}

describe('the data folder', () => {
  test('a new one with the database, secrets and photos is closed to other users', async () => {
    ensureSecrets(dataDir)
    expect(modeOf(dataDir)).toBe(0o700)
    const database = await openDatabase({ databaseUrl: undefined, dataDir })
    await database.migrate()
    await openFileStore({ s3: undefined, dataDir }).put('photos/1.jpg', new Uint8Array([1]), 'image/jpeg')
    expect(openToOthers()).toEqual([])
    await database.close()
    expect(openToOthers()).toEqual([])
    expect(readdirSync(join(dataDir, 'database'))).toContain('PG_VERSION')
  })

  test('one of an earlier release that is wider is narrowed before it is used', () => {
    createWideFolder()
    expect(openToOthers()).toHaveLength(5)
    expect(newestSecret(ensureSecrets(dataDir).code)).toBe('c')
    expect(openToOthers()).toEqual([])
    expect(modeOf(join(dataDir, 'files/photos'))).toBe(0o700)
    expect(modeOf(join(dataDir, 'files/photos/guest.jpg'))).toBe(0o600)
  })

  test('photos beside a database server are closed to other users, too', () => {
    createWideFolder()
    openFileStore({ s3: undefined, dataDir })
    expect(openToOthers()).toEqual([])
  })

  test('what somebody else keeps there, and what a link leads to, stays as it is', () => {
    createWideFolder()
    const others = join(home, 'others.txt')
    writeFileSync(others, 'not ours')
    chmodSync(others, 0o644)
    symlinkSync(others, join(dataDir, 'files/link.txt'))
    writeFileSync(join(dataDir, 'run.sh'), 'true')
    chmodSync(join(dataDir, 'run.sh'), 0o755)
    ensureSecrets(dataDir)
    expect(modeOf(others)).toBe(0o644)
    expect(modeOf(join(dataDir, 'run.sh'))).toBe(0o755)
  })
})
