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

describe('the room of a departure', () => {
  test.each([
    ['nobody booked and two aircraft are free', [], [fourSeat, fourSeat], { seatsLeft: 4, wholeFlights: 2 }],
    ['nobody booked and no aircraft is free', [], [], { seatsLeft: 0, wholeFlights: 0 }],
    ['one seat is taken', [load(1)], [fourSeat, fourSeat], { seatsLeft: 3, wholeFlights: 0 }],
    [
      'the first aircraft is full: single seats do not open another one',
      [load(4)],
      [fourSeat],
      { seatsLeft: 0, wholeFlights: 0 },
    ],
    ['the only seats were given back', [load(0)], [fourSeat], { seatsLeft: 4, wholeFlights: 1 }],
    ['two heavy passengers leave weight for one more', [load(2, 600)], [], { seatsLeft: 1, wholeFlights: 0 }],
    [
      'two very heavy passengers leave weight for nobody',
      [load(2, 720)],
      [],
      { seatsLeft: 0, wholeFlights: 0 },
    ],
  ])('the room is found when %s', (_name, loads, free, room) => {
    expect(getDepartureRoom(loads, free)).toMatchObject(room)
  })
})

describe('seats that are held back', () => {
  test.each([
    ['an empty aircraft offers the others, and is not sold whole', [], 2, 0],
    ['shoppers have some of the others', [load(1)], 1, 0],
    ['shoppers have all of the others', [load(2)], 0, 0],
    ['staff sold one of them', [{ ...load(1), staffSeats: 1 }], 2, 1],
    ['staff sold more than them', [{ ...load(3), staffSeats: 3 }], 1, 3],
  ])('are not offered when %s', (_name, loads, seatsLeft, staffSeats) => {
    const room = getDepartureRoom(loads, [fourSeat], 2)
    expect(room).toMatchObject({ seatsLeft, wholeFlights: 0 })
    expect(room.staffSeats ?? 0).toBe(staffSeats)
    const light = { ...seats(seatsLeft + 1), weights: [100] }
    expect(getRoomStatus(room, light)).not.toBe('open')
    if (seatsLeft > 0) expect(getRoomStatus(room, { ...light, quantity: seatsLeft })).toBe('open')
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
  ])('the room %o has, for the party %o, the status “%s”', (left, party, status) => {
    expect(getRoomStatus(left, party)).toBe(status)
  })
})

describe('a party that stated its weights', () => {
  const shared = getDepartureRoom([load(2, 600)], [])
  const empty = getDepartureRoom([], [fourSeat, fourSeat])
  const weighed = (weights: (number | null)[], more = {}) => ({ ...seats(weights.length), weights, ...more })
  test.each([
    ['fits by seats and by weight', shared, weighed([150, 150]), 'open'],
    [
      'fits although people of 190 lb would not',
      getDepartureRoom([load(2, 720)], []),
      weighed([150]),
      'open',
    ],
    ['has enough seats but is too heavy', shared, weighed([150, 151]), 'too_heavy'],
    ['counts a passenger without a weight as 190 lb', shared, weighed([150, null]), 'too_heavy'],
    ['finds too few seats for a second seat', shared, weighed([100, 100], { secondSeats: 1 }), 'too_few'],
    ['fits into an empty aircraft', empty, weighed([300, 300, 300]), 'open'],
    ['is too heavy for any aircraft', empty, weighed([301, 300, 300]), 'too_heavy'],
    ['is too heavy for one whole aircraft', empty, { ...whole(4), weights: [300, 300, 300, 1] }, 'too_heavy'],
    [
      'of five takes two whole aircraft, which carry more',
      empty,
      { ...whole(5), weights: [360, 360, 360, 360, 360] },
      'open',
    ],
  ] as const)('the party %s', (_name, room, party, status) => {
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
