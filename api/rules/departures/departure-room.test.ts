import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ASSUMED_WEIGHT_LBS, getDepartureRoom, getRoomStatus } from './availability.ts'

const fourSeat = { capacity: 4, maxWeightLbs: 900 }
const load = (seatsTaken: number, weightTakenLbs = seatsTaken * ASSUMED_WEIGHT_LBS) => ({
  ...fourSeat,
  seatsTaken,
  weightTakenLbs,
})
const seats = (quantity: number) => ({ quantityType: 'seat' as const, quantity })
const whole = (quantity: number) => ({ quantityType: 'flight' as const, quantity })

describe('room', () => {
  test.each([
    ['nobody yet, two aircraft free', [], [fourSeat, fourSeat], { seatsLeft: 4, wholeFlights: 2 }],
    ['nobody yet, none free', [], [], { seatsLeft: 0, wholeFlights: 0 }],
    ['one seat taken', [load(1)], [fourSeat, fourSeat], { seatsLeft: 3, wholeFlights: 0 }],
    [
      'full, another aircraft free: single seats stay on one',
      [load(4)],
      [fourSeat],
      { seatsLeft: 0, wholeFlights: 0 },
    ],
    ['given back', [load(0)], [fourSeat], { seatsLeft: 4, wholeFlights: 1 }],
    ['two heavy passengers leave weight for one more', [load(2, 600)], [], { seatsLeft: 1, wholeFlights: 0 }],
    ['two very heavy ones for none', [load(2, 720)], [], { seatsLeft: 0, wholeFlights: 0 }],
  ])('%s', (_name, loads, free, room) => {
    expect(getDepartureRoom(loads, free)).toMatchObject(room)
  })
})

describe('status', () => {
  const room = (seatsLeft: number, wholeFlights: number) => ({
    capacity: 4,
    seatsLeft,
    wholeFlights,
    aircraft: [],
  })
  test.each([
    [room(2, 0), seats(2), 'open'],
    [room(2, 0), seats(3), 'too_few'],
    [room(0, 0), seats(1), 'sold_out'],
    [room(4, 1), whole(4), 'open'],
    [room(4, 1), whole(5), 'too_few'],
    [room(4, 2), whole(8), 'open'],
    [room(3, 0), whole(1), 'sold_out'],
  ])('%o for %o is %s', (left, party, status) => {
    expect(getRoomStatus(left, party)).toBe(status)
  })
})

describe('a party that stated its weights', () => {
  const shared = getDepartureRoom([load(2, 600)], [])
  const empty = getDepartureRoom([], [fourSeat, fourSeat])
  const weighed = (weights: (number | null)[], more = {}) => ({ ...seats(weights.length), weights, ...more })
  test.each([
    ['fits by seats and by weight', shared, weighed([150, 150]), 'open'],
    ['though people of 190 lb would not', getDepartureRoom([load(2, 720)], []), weighed([150]), 'open'],
    ['has the seats, but is too heavy', shared, weighed([150, 151]), 'too_heavy'],
    ['counts who did not say as 190 lb', shared, weighed([150, null]), 'too_heavy'],
    ['has too few seats for a second one', shared, weighed([100, 100], { secondSeats: 1 }), 'too_few'],
    ['has the empty aircraft to itself', empty, weighed([300, 300, 300]), 'open'],
    ['is too heavy for any', empty, weighed([301, 300, 300]), 'too_heavy'],
    ['is too heavy for one whole aircraft', empty, { ...whole(4), weights: [300, 300, 300, 1] }, 'too_heavy'],
    [
      'needs two whole ones for five, and may be heavier',
      empty,
      { ...whole(5), weights: [360, 360, 360, 360, 360] },
      'open',
    ],
  ] as const)('%s', (_name, room, party, status) => {
    expect(getRoomStatus(room, party)).toBe(status)
  })
})

test('seats and whole aircraft are never both on sale once a seat is taken, and no seat is oversold', () => {
  const someLoad = fc
    .record({ capacity: fc.integer({ min: 1, max: 8 }), taken: fc.nat(8), weightTakenLbs: fc.nat(2_000) })
    .map(({ capacity, taken, weightTakenLbs }) => ({
      capacity,
      maxWeightLbs: capacity * 225,
      seatsTaken: Math.min(taken, capacity),
      weightTakenLbs,
    }))
  fc.assert(
    fc.property(fc.array(someLoad, { maxLength: 3 }), fc.array(someLoad, { maxLength: 3 }), (loads, free) => {
      const room = getDepartureRoom(loads, free)
      const taken = loads.find((one) => one.seatsTaken > 0)
      if (taken) expect(room.wholeFlights).toBe(0)
      if (taken) expect(room.seatsLeft + taken.seatsTaken).toBeLessThanOrEqual(taken.capacity)
      if (!taken) expect(room.wholeFlights).toBe(free.length)
      expect(room.seatsLeft).toBeGreaterThanOrEqual(0)
    }),
    { numRuns: 2_000 },
  )
})
