import { expect, test } from 'vitest'
import { formatPercent } from './format-percent.ts'

test.each([
  [5, undefined, '5%'],
  [12.5, undefined, '12.5%'],
  [-8.88, undefined, '−8.88%'],
  [66.666, 1, '66.7%'],
  [1250, 0, '1,250%'],
])('%d with at most %s decimals is written %s', (percent, decimals, text) => {
  expect(formatPercent(percent, decimals)).toBe(text)
})
