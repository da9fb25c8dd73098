import { expect, test } from 'vitest'
import { figuresOf } from './figures-of.ts'

test('numbers and the figures of texts are told, at every depth', () => {
  expect(figuresOf({ a: 151, b: [{ c: 'weighs 152 lb' }, '$153.00', '154'], d: null })).toEqual([
    151, 152, 153, 0, 154,
  ])
})

test('the digits of instants and tokens are not', () => {
  expect(
    figuresOf(['2026-12-01T05:59:29.151Z', '2026-12-01 05:59:29.151+00', 'kq151Zx', 'aB-151_x', '/g/x151']),
  ).toEqual([])
})
