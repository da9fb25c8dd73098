import { expect, test } from 'vitest'
import { makeKeyRing } from '#settings/key-ring.ts'
import { createCodeVault } from './sealed-text.ts'

const vault = createCodeVault(makeKeyRing(['a-secret-of-at-least-32-characters-a']))
const other = createCodeVault(makeKeyRing(['another-secret-of-32-characters-aaaa']))

test('a code is found in any spelling and shown in groups', () => {
  const code = vault.make()
  const locked = vault.lock(code)
  expect(vault.hashesOf(` ${code.toLowerCase()} `)).toEqual([locked.codeHash])
  expect(vault.open(locked)?.replaceAll('-', '')).toBe(code)
  expect(vault.hashesOf('FLY15')).toBeUndefined()
})

test('the stored values do not reveal the code and cannot be copied to another card', () => {
  const [one, two] = [vault.lock(vault.make()), vault.lock(vault.make())]
  expect(other.hashesOf(vault.open(one) ?? '')).not.toContain(one.codeHash)
  expect(other.open(one)).toBeNull()
  expect(() => vault.open({ ...one, codeSealed: two.codeSealed })).toThrow()
})

test('new codes are unique, and a derived code is the same for the same secret', () => {
  expect(new Set(Array.from({ length: 500 }, () => vault.make())).size).toBe(500)
  expect(vault.derive('gift 1')).toBe(vault.derive('gift 1'))
  expect(vault.derive('gift 1')).not.toBe(vault.derive('gift 2'))
  expect(vault.derive('gift 1')).not.toBe(other.derive('gift 1'))
})
