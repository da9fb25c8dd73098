import { expect, test } from 'vitest'
import { correctTypos, getSimilarity, findNearestWord, splitWords } from './word-likeness.ts'

const known = new Set(
  splitWords('Manhattan sunset doors off Miami coastline harbour heliport midnight photographer'),
)

test('words are read without accents, signs and capitals', () => {
  expect(splitWords('Café, the Pilot’s “Hour” — 25 min')).toEqual([
    'cafe',
    'the',
    'pilots',
    'hour',
    '25',
    'min',
  ])
  expect(splitWords(' … ')).toEqual([])
})

test('similarity equals that of pg_trgm', () => {
  expect(getSimilarity('word', 'word')).toBe(1)
  // select similarity('word', 'words') is 0.571428 there.
  expect(getSimilarity('word', 'words')).toBeCloseTo(4 / 7)
  expect(getSimilarity('word', 'hat')).toBe(0)
})

test.each([
  ['manhatan', 'manhattan'],
  ['mahnattan', 'manhattan'],
  ['sunest', 'sunset'],
  ['miamy', 'miami'],
  ['photografer', 'photographer'],
  ['costline', 'coastline'],
])('%s is corrected to %s', (typed, meant) => {
  expect(findNearestWord(typed, known)).toBe(meant)
})

test.each(['manhattan', 'manh', 'off', 'of', 'chicago', 'zebra', '2027', 'fly'])(
  '%s is not corrected',
  (typed) => {
    expect(findNearestWord(typed, known)).toBeUndefined()
  },
)

test('a sentence keeps its correct words', () => {
  expect(correctTypos('Sunest over Manhatan', known)).toBe('sunset over manhattan')
  expect(correctTypos('sunset over manhattan', known)).toBeUndefined()
})
