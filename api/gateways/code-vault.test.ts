import { expect, test } from 'vitest'
import { createCodeVault } from './code-vault.ts'

const vault = createCodeVault('a-secret-of-at-least-32-characters-a')
const other = createCodeVault('another-secret-of-32-characters-aaaa')

test('a code is found however it is typed, and shown again grouped', () => {
  const code = vault.make()
  const kept = vault.lock(code)
  expect(vault.hashOf(` ${code.toLowerCase()} `)).toBe(kept.codeHash)
  expect(vault.open(kept).replaceAll('-', '')).toBe(code)
  expect(vault.hashOf('FLY15')).toBeUndefined()
})

test('what is kept shows nothing of the code and cannot be moved to another card', () => {
  const [one, two] = [vault.lock(vault.make()), vault.lock(vault.make())]
  expect(other.hashOf(vault.open(one))).not.toBe(one.codeHash)
  expect(() => other.open(one)).toThrow()
  expect(() => vault.open({ ...one, codeSealed: two.codeSealed })).toThrow()
})

test('no two new codes are alike; a derived one is always the same, under one secret', () => {
  expect(new Set(Array.from({ length: 500 }, () => vault.make())).size).toBe(500)
  expect(vault.derive('gift 1')).toBe(vault.derive('gift 1'))
  expect(vault.derive('gift 1')).not.toBe(vault.derive('gift 2'))
  expect(vault.derive('gift 1')).not.toBe(other.derive('gift 1'))
})
