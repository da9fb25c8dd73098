import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
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
  expect(new Set(Object.values(made)).size).toBe(4)
  expect(Math.min(...Object.values(made).map((one) => one.length))).toBeGreaterThanOrEqual(43)
  expect(readdirSync(dataDir)).toEqual(['secrets.json'])
  expect(statSync(join(dataDir, 'secrets.json')).mode & 0o077).toBe(0)
})

test('two shops have different secrets', () => {
  expect(ensureSecrets(join(folder, 'a')).jwt).not.toBe(ensureSecrets(join(folder, 'b')).jwt)
})
