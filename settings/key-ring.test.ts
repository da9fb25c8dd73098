import { expect, test } from 'vitest'
import { findKey, makeKeyRing, newestSecret, secretsOf, splitSecrets } from './key-ring.ts'

const [ONE, TWO] = ['one-secret-of-at-least-32-characters', 'two-secret-of-at-least-32-characters']

test('a key has the same id in every ring, and the id is four letters that nobody confuses', () => {
  const ring = makeKeyRing([ONE, TWO])
  expect(ring.map(({ id }) => id)).toEqual([makeKeyRing([ONE])[0].id, makeKeyRing([TWO])[0].id])
  for (const { id } of ring) expect(id).toMatch(/^[0-9abcdefghjkmnpqrstvwxyz]{4}$/)
  expect(findKey(ring, ring[1]?.id ?? '')?.secret).toBe(TWO)
  expect(findKey(ring, 'none')).toBeUndefined()
  expect([newestSecret(ring), secretsOf(ring)]).toEqual([ONE, [ONE, TWO]])
})

test.each([
  [ONE, [ONE]],
  [` ${ONE}`, [` ${ONE}`]],
  [`${ONE}, ${TWO}`, [ONE, TWO]],
  [String.raw`a\,b,c`, ['a,b', 'c']],
])('%j holds %j', (text, values) => {
  expect(splitSecrets(text)).toEqual(values)
})
