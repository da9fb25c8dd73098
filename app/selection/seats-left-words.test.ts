import { expect, it } from 'vitest'
import { describeSeatsLeft } from './seats-left-words.ts'

it('tells a party that finds too few seats from one that no such aircraft takes', () => {
  expect(describeSeatsLeft({ status: 'open', seats_left: 4, capacity: 4 })).toBe('4 seats left')
  const sold = { status: 'too_few', seats_left: 1, capacity: 4 } as const
  expect(describeSeatsLeft(sold)).toBe('Only 1 seat left, fewer than your party')
  expect(describeSeatsLeft({ ...sold, seats_left: 4 })).toBe(
    'The aircraft has 4 seats, fewer than your party',
  )
})
