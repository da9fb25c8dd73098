import { expect, test } from 'vitest'
import { makeKeyRing } from '#settings/key-ring.ts'
import { isKeyedHash, keyedHash, keyedHashes } from './sealed-text.ts'

const SECRET = 'a secret of the tests, long enough to be one'
const secret = makeKeyRing([SECRET])

test('equal values have equal hashes, which do not contain the value', () => {
  const name = keyedHash(secret, 'network', '203.0.113.7')
  expect(keyedHash(secret, 'network', '203.0.113.7')).toBe(name)
  expect(name).toMatch(/^[\w-]{22}$/)
  expect(keyedHash(secret, 'network', '203.0.113.8')).not.toBe(name)
})

test('another use or another secret gives another hash', () => {
  const name = keyedHash(secret, 'network', '203.0.113.7')
  expect(keyedHash(secret, 'limit', '203.0.113.7')).not.toBe(name)
  expect(keyedHash(makeKeyRing([`${SECRET}!`]), 'network', '203.0.113.7')).not.toBe(name)
})

test('a value is found under the hash of each key, and a signature of each key counts', () => {
  const [newer, former] = ['a newer secret of the tests, long enough', SECRET]
  const both = makeKeyRing([newer, former])
  const stored = keyedHash(secret, 'network', '203.0.113.7')
  expect(keyedHashes(both, 'network', '203.0.113.7')).toEqual([
    keyedHash(makeKeyRing([newer]), 'network', '203.0.113.7'),
    stored,
  ])
  expect(isKeyedHash(both, 'network', '203.0.113.7', stored)).toBe(true)
  expect(isKeyedHash(both, 'network', '203.0.113.8', stored)).toBe(false)
  expect(isKeyedHash(both, 'network', '203.0.113.7', `${stored}x`)).toBe(false)
  expect(isKeyedHash(makeKeyRing([newer]), 'network', '203.0.113.7', stored)).toBe(false)
})
