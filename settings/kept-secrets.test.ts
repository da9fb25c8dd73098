import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newestSecret } from './key-ring.ts'
import { ensureSecrets } from './kept-secrets.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'secrets-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

test('secrets are made once, saved, and readable by the owner only', () => {
  const dataDir = join(folder, 'data')
  const made = ensureSecrets(dataDir)
  expect(ensureSecrets(dataDir)).toEqual(made)
  const texts = Object.values(made).map(newestSecret)
  expect(new Set(texts).size).toBe(4)
  expect(Math.min(...texts.map((one) => one.length))).toBeGreaterThanOrEqual(43)
  expect(readdirSync(dataDir)).toEqual(['secrets.json'])
  expect(statSync(join(dataDir, 'secrets.json')).mode & 0o077).toBe(0)
})

test('two shops have different secrets', () => {
  expect(newestSecret(ensureSecrets(join(folder, 'a')).jwt)).not.toBe(
    newestSecret(ensureSecrets(join(folder, 'b')).jwt),
  )
})
