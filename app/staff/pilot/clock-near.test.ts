import { expect, it } from 'vitest'
import { findInstant } from './clock-near.ts'

it('a typed time is the nearest one to the flight by the terminal’s clock', () => {
  const zone = 'America/New_York'
  const near = '2027-05-14T18:00:20.000Z'
  expect(findInstant('14:07', near, zone)).toBe('2027-05-14T18:07:00.000Z')
  expect(findInstant('13:58', near, zone)).toBe('2027-05-14T17:58:00.000Z')
  // After midnight of a late flight, and before midnight of an early one.
  expect(findInstant('00:10', '2027-05-15T03:50:00.000Z', zone)).toBe('2027-05-15T04:10:00.000Z')
  expect(findInstant('23:55', '2027-05-15T04:05:00.000Z', zone)).toBe('2027-05-15T03:55:00.000Z')
})
