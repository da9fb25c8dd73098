import { expect, test } from 'vitest'
import { nextSteps, findStepProblem } from './flight-steps.ts'

const departAt = new Date('2027-06-04T18:30:00Z')
const soon = { departAt, delayMins: 0, now: new Date('2027-06-04T18:00:00Z') }
const dayBefore = { departAt, delayMins: 0, now: new Date('2027-06-03T18:00:00Z') }

test('a flight boards, leaves and lands in this order', () => {
  expect(findStepProblem('scheduled', 'boarding', soon)).toBeUndefined()
  expect(findStepProblem('boarding', 'departed', soon)).toBeUndefined()
  expect(findStepProblem('departed', 'landed', soon)).toBeUndefined()
  expect(findStepProblem('scheduled', 'departed', soon)).toBe('not_next')
  expect(findStepProblem('scheduled', 'landed', soon)).toBe('not_next')
  expect(findStepProblem('landed', 'boarding', soon)).toBe('not_next')
  expect(findStepProblem('boarding', 'boarding', soon)).toBeUndefined()
})

test('a cancelled flight stays cancelled', () => {
  expect(nextSteps('called_off', soon)).toEqual([])
})

test('a flight can only be set to delayed the day before', () => {
  expect(nextSteps('scheduled', dayBefore)).toEqual(['delayed'])
  expect(findStepProblem('scheduled', 'boarding', dayBefore)).toBe('too_early')
})

test('a flight with a new time goes back only with its delay taken back', () => {
  const late = { ...soon, delayMins: 30 }
  expect(nextSteps('boarding', late)).toEqual(['departed', 'delayed'])
  expect(nextSteps('delayed', late)).toEqual(['boarding'])
  expect(nextSteps('delayed', soon)).toEqual(['boarding', 'scheduled'])
  expect(findStepProblem('boarding', 'scheduled', late)).toBe('has_new_time')
})
