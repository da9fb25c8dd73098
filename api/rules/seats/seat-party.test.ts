import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PROPERTY_RUNS } from '#tests/support/property-runs.ts'
import { seatParty } from './seat-party.ts'

const LIMIT = 275
const single = (flightId: number, seats: number) => ({ flightId, seats, whole: false })
const whole = (flightId: number, seats: number) => ({ flightId, seats, whole: true })
const person = (id: number, weightLbs: number | null, flightId: number | null = null) => ({
  id,
  weightLbs,
  flightId,
})

test('the plan seats everybody once, and every seat of the party has one passenger or is empty', () => {
  const aircraft = fc.array(fc.nat(3), { minLength: 1, maxLength: 3 })
  const people = fc.array(
    fc.record({ weight: fc.option(fc.integer({ min: 1, max: 400 })), on: fc.option(fc.nat(3)) }),
    { maxLength: 12 },
  )
  fc.assert(
    fc.property(aircraft, people, fc.boolean(), (sizes, those, all) => {
      const party = those.map(({ weight, on }, id) => person(id + 1, weight, on))
      const planes = sizes.map((more, at) => ({ flightId: at, seats: more + 1, whole: all }))
      const seated = seatParty(planes, party, LIMIT)
      const ids = seated.flatMap((one) => one.people.map(({ id }) => id))
      expect(ids.toSorted((a, b) => a - b)).toEqual(party.map(({ id }) => id))
      for (const [at, one] of seated.entries()) {
        const seats = one.people.reduce((sum, { seats: own }) => sum + own, 0) + one.emptySeats
        expect(seats).toBe(Math.max(planes[at]?.seats ?? 0, one.people.length))
        expect(one.weightLbs).toBe(one.people.reduce((sum, { weightLbs }) => sum + weightLbs, 0))
        if (!all && one.people.length > 0) expect(one.emptySeats).toBe(0)
      }
    }),
    { numRuns: PROPERTY_RUNS },
  )
})

test('the plan gives a second seat to passengers who need it, and spare single seats to the others', () => {
  const [one] = seatParty([single(7, 4)], [person(1, 150), person(2, 300), person(3, null)], LIMIT)
  expect(one?.people.map(({ seats }) => seats)).toEqual([1, 2, 1])
  const [lighter] = seatParty([single(7, 3)], [person(1, 150), person(2, 200)], LIMIT)
  expect(lighter?.people.map(({ seats }) => seats)).toEqual([1, 2])
  const [empty] = seatParty([whole(7, 4)], [person(1, 150), person(2, 300)], LIMIT)
  expect([empty?.people.map(({ seats }) => seats), empty?.emptySeats]).toEqual([[1, 2], 1])
})

test('the plan divides a party over its aircraft by weight and keeps known assignments', () => {
  const people = [person(1, 300), person(2, 280), person(3, 100, 8), person(4, 120)]
  const seated = seatParty([whole(8, 4), whole(9, 4)], people, LIMIT)
  expect(seated.map((one) => one.people.map(({ id }) => id))).toEqual([
    [2, 3],
    [1, 4],
  ])
  expect(seated.map(({ weightLbs }) => weightLbs)).toEqual([380, 420])
})
