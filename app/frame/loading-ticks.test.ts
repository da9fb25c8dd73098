import { expect, test } from 'vitest'
import { loadingTicks, TICKS } from './loading-ticks.ts'

test('the bar has fifty ticks and shows the first one at once', () => {
  expect(TICKS).toBe(50)
  expect(loadingTicks(0)).toBe(1)
})

test.each([
  [99, 1],
  [100, 2],
  [2500, 26],
])('after %i ms it shows %i ticks', (elapsed, ticks) => {
  expect(loadingTicks(elapsed)).toBe(ticks)
})

test.each([4900, 5000, 60_000])('after %i ms the bar is one tick short of full', (elapsed) => {
  expect(loadingTicks(elapsed)).toBe(TICKS - 1)
})
