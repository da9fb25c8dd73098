import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ASSUMED_WEIGHT_LBS,
  flightCode,
  partyFits,
  partyWeight,
  spreadWeight,
  wholeFlightPossible,
  wholeFlightsNeeded,
} from '../departures/availability.ts'

const load = (seatsTaken: number, weightTakenLbs = 0) => ({
  capacity: 4,
  maxWeightLbs: 900,
  seatsTaken,
  weightTakenLbs,
})

describe(partyFits, () => {
  it.each([
    ['two of two seats left', load(2), 2, 380, true],
    ['three of two seats left', load(2), 3, 570, false],
    ['weight just fits', load(1, 700), 1, 200, true],
    ['one pound too much', load(1, 700), 1, 201, false],
  ] as const)('%s', (_name, flight, seats, weight, fits) => {
    expect(partyFits(flight, seats, weight)).toBe(fits)
  })

  it('never exceeds the seats or the weight of an aircraft, in whatever order parties come', () => {
    const party = fc.record({
      seats: fc.integer({ min: 1, max: 5 }),
      weight: fc.integer({ min: 90, max: 700 }),
    })
    fc.assert(
      fc.property(fc.array(party, { maxLength: 12 }), (parties) => {
        const flight = load(0)
        for (const { seats, weight } of parties) {
          if (!partyFits(flight, seats, weight)) continue
          flight.seatsTaken += seats
          flight.weightTakenLbs += weight
        }
        expect(flight.seatsTaken).toBeLessThanOrEqual(4)
        expect(flight.weightTakenLbs).toBeLessThanOrEqual(900)
      }),
      { numRuns: 1000 },
    )
  })
})

describe(partyWeight, () => {
  it.each([
    ['nobody declared', 2, [], 2 * ASSUMED_WEIGHT_LBS],
    ['one declared', 2, [150], 150 + ASSUMED_WEIGHT_LBS],
    ['left open', 2, [150, null], 150 + ASSUMED_WEIGHT_LBS],
    ['all declared', 2, [150, 210], 360],
    ['more weights than seats', 1, [150, 210], 150],
  ] as const)('%s', (_name, seats, declared, weight) => {
    expect(partyWeight(seats, declared)).toBe(weight)
  })
})

describe(wholeFlightsNeeded, () => {
  it.each([
    [1, 4, 1],
    [4, 4, 1],
    [5, 4, 2],
    [13, 6, 3],
  ])('%i people on aircraft of %i: %i', (party, capacity, aircraft) => {
    expect(wholeFlightsNeeded(party, capacity)).toBe(aircraft)
  })
})

describe(wholeFlightPossible, () => {
  it('needs every aircraft of the slot empty', () => {
    expect(wholeFlightPossible([])).toBe(true)
    expect(wholeFlightPossible([load(0), load(0)])).toBe(true)
    expect(wholeFlightPossible([load(0), load(1)])).toBe(false)
  })
})

describe(spreadWeight, () => {
  it('preserves every pound', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 20_000 }),
        fc.integer({ min: 1, max: 15 }),
        (weight, aircraft) => {
          const parts = spreadWeight(weight, aircraft)
          expect(parts).toHaveLength(aircraft)
          expect(parts.reduce((sum, part) => sum + part, 0)).toBe(weight)
          expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(1)
        },
      ),
      { numRuns: 1000 },
    )
  })
})

describe(flightCode, () => {
  it.each([
    [7, 0, 'LR-0007'],
    [7, 1, 'LR-0007B'],
    [12345, 2, 'LR-12345C'],
  ])('slot %i, aircraft %i: %s', (slot, position, code) => {
    expect(flightCode(slot, position)).toBe(code)
  })
})
