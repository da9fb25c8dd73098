import { expect, test } from 'vitest'
import { nextSteps, stepProblem } from './flight-steps.ts'

const departAt = new Date('2027-06-04T18:30:00Z')
const soon = { departAt, now: new Date('2027-06-04T18:00:00Z') }
const dayBefore = { departAt, now: new Date('2027-06-03T18:00:00Z') }

test('a flight boards, leaves and lands, each after the other', () => {
  expect(stepProblem('scheduled', 'boarding', soon)).toBeUndefined()
  expect(stepProblem('boarding', 'departed', soon)).toBeUndefined()
  expect(stepProblem('departed', 'landed', soon)).toBeUndefined()
  expect(stepProblem('scheduled', 'departed', soon)).toBe('not_next')
  expect(stepProblem('scheduled', 'landed', soon)).toBe('not_next')
  expect(stepProblem('landed', 'boarding', soon)).toBe('not_next')
  expect(stepProblem('boarding', 'boarding', soon)).toBeUndefined()
})

test('a called-off flight stays called off', () => {
  expect(nextSteps('called_off', soon)).toEqual([])
})

test('the day before, a flight can only be late', () => {
  expect(nextSteps('scheduled', dayBefore)).toEqual(['delayed'])
  expect(stepProblem('scheduled', 'boarding', dayBefore)).toBe('too_early')
})
