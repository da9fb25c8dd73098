import { expect, it } from 'vitest'
import { noticeRest } from './collect-at-rest.ts'

/** How often a rest was noticed after each window. */
function watch(shares: number[]): number[] {
  let rests = 0
  const notice = noticeRest(() => (rests += 1))
  return shares.map((share) => {
    notice(share)
    return rests
  })
}

it('notices a rest after two quiet windows, and the same rest once', () => {
  expect(watch([0.9, 0.02, 0.1, 0.02, 0.02, 0.02, 0.02])).toEqual([0, 0, 1, 1, 1, 1, 1])
})

it('notices each rest that follows work', () => {
  expect(watch([0.02, 0.02, 0.4, 0.02, 0.02])).toEqual([0, 1, 1, 1, 2])
})

it('does not take a pause of one window for a rest', () => {
  expect(watch([0.4, 0.02, 0.4, 0.02, 0.11, 0.02])).toEqual([0, 0, 0, 0, 0, 0])
})
