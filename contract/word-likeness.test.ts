import { expect, test } from 'vitest'
import { correctWords, likenessOf, nearestWord, wordsOf } from './word-likeness.ts'

const known = new Set(
  wordsOf('Manhattan sunset doors off Miami coastline harbour heliport midnight photographer'),
)

test('words come without accents, signs and capitals', () => {
  expect(wordsOf('Café, the Pilot’s “Hour” — 25 min')).toEqual(['cafe', 'the', 'pilots', 'hour', '25', 'min'])
  expect(wordsOf(' … ')).toEqual([])
})

test('likeness is that of pg_trgm', () => {
  expect(likenessOf('word', 'word')).toBe(1)
  // select similarity('word', 'words') is 0.571428 there.
  expect(likenessOf('word', 'words')).toBeCloseTo(4 / 7)
  expect(likenessOf('word', 'hat')).toBe(0)
})

test.each([
  ['manhatan', 'manhattan'],
  ['mahnattan', 'manhattan'],
  ['sunest', 'sunset'],
  ['miamy', 'miami'],
  ['photografer', 'photographer'],
  ['costline', 'coastline'],
])('%s means %s', (typed, meant) => {
  expect(nearestWord(typed, known)).toBe(meant)
})

test.each(['manhattan', 'manh', 'off', 'of', 'chicago', 'zebra', '2027', 'fly'])(
  '%s is left as it is',
  (typed) => {
    expect(nearestWord(typed, known)).toBeUndefined()
  },
)

test('a sentence keeps its right words', () => {
  expect(correctWords('Sunest over Manhatan', known)).toBe('sunset over manhattan')
  expect(correctWords('sunset over manhattan', known)).toBeUndefined()
})
