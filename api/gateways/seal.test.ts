import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeKeyRing, secretsOf } from '#settings/key-ring.ts'
import { KeyNotSet, seal, unseal } from './sealed-text.ts'

const SECRET = makeKeyRing(['a secret of at least thirty-two characters'])
const OTHER = makeKeyRing(['another secret of thirty-two characters!'])

describe('seal', () => {
  test('any text is decrypted unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(unseal(SECRET, 'mail', seal(SECRET, 'mail', text))).toBe(text)
      }),
      { numRuns: 1000 },
    )
  })

  test('equal texts have different ciphertexts, which do not contain the text', () => {
    const first = seal(SECRET, 'mail', 'https://shop.example/confirm?token=abc')
    expect(first.equals(seal(SECRET, 'mail', 'https://shop.example/confirm?token=abc'))).toBe(false)
    expect(first.includes('token')).toBe(false)
  })

  test.each([
    ['another secret', OTHER, 'mail'],
    ['another use', SECRET, 'code'],
  ])('cannot be decrypted with %s', (_name, secret, use) => {
    const sealed = seal(SECRET, 'mail', 'text')
    expect(() => unseal(secret, use, sealed)).toThrow()
  })

  test('cannot be decrypted after any byte has changed', () => {
    const sealed = seal(SECRET, 'mail', 'text')
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed)
      changed.writeUInt8(sealed.readUInt8(at) ^ 1, at)
      expect(() => unseal(SECRET, 'mail', changed), `byte ${String(at)}`).toThrow()
    }
  })

  test('is decrypted with the key that it names, and not once that key has gone', () => {
    const former = seal(OTHER, 'mail', 'text')
    const both = makeKeyRing([...secretsOf(SECRET), ...secretsOf(OTHER)])
    expect(unseal(both, 'mail', former)).toBe('text')
    expect(unseal(SECRET, 'mail', seal(both, 'mail', 'new'))).toBe('new')
    expect(() => unseal(SECRET, 'mail', former)).toThrow(KeyNotSet)
  })
})
