import { expect, test } from 'vitest'
import { getLastDue } from './last-due.ts'

test.each([
  ['2027-05-12T09:29:59Z', '2027-05-11T09:30:00.000Z'],
  ['2027-05-12T09:30:00Z', '2027-05-12T09:30:00.000Z'],
  ['2027-03-01T00:10:00Z', '2027-02-28T09:30:00.000Z'],
])('at %s the last half past nine was %s', (now, due) => {
  expect(getLastDue(new Date(now), '09:30').toISOString()).toBe(due)
})
