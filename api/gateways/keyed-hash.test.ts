import { expect, test } from 'vitest'
import { keyedHash } from './sealed-text.ts'

const secret = 'a secret of the tests, long enough to be one'

test('equal values have equal hashes, which do not contain the value', () => {
  const name = keyedHash(secret, 'network', '203.0.113.7')
  expect(keyedHash(secret, 'network', '203.0.113.7')).toBe(name)
  expect(name).toMatch(/^[\w-]{22}$/)
  expect(keyedHash(secret, 'network', '203.0.113.8')).not.toBe(name)
})

test('another use or another secret gives another hash', () => {
  const name = keyedHash(secret, 'network', '203.0.113.7')
  expect(keyedHash(secret, 'limit', '203.0.113.7')).not.toBe(name)
  expect(keyedHash(`${secret}!`, 'network', '203.0.113.7')).not.toBe(name)
})
