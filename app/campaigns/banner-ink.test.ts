import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getContrastRatio, chooseInk, readHex } from './banner-ink.ts'

test('colours are read in the usual notations, and nothing else is a colour', () => {
  expect(['#A63A12', 'a63a12', ' #fa3 ', '#FFF'].map(readHex)).toEqual([
    'a63a12',
    'a63a12',
    'ffaa33',
    'ffffff',
  ])
  expect(['', null, undefined, 'red', '#a63a1', '#a63a12}body{', 'url(x)'].map(readHex)).toEqual(
    Array.from({ length: 7 }, () => undefined),
  )
})

test('the contrast ratio is that of the WCAG formula', () => {
  expect(getContrastRatio('000000', 'ffffff')).toBe(21)
  expect(getContrastRatio('777777', 'ffffff')).toBeCloseTo(4.48, 2)
})

test('every background has a text colour with enough contrast', () => {
  expect(['a63a12', 'f2a541', 'ffffff', '00667a'].map(chooseInk)).toEqual([
    'ffffff',
    '000000',
    '000000',
    'ffffff',
  ])
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (color) => {
      const ground = color.toString(16).padStart(6, '0')
      expect(getContrastRatio(ground, chooseInk(ground))).toBeGreaterThan(4.5)
    }),
  )
})
