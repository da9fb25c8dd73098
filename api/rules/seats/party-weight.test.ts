import { expect, test } from 'vitest'
import { partyFits, payloadLeft, secondSeatsFor } from '../departures/availability.ts'

test.each([
  ['nobody told a weight', 3, [], 0],
  ['just the limit', 1, [275], 0],
  ['a pound over it', 1, [276], 1],
  ['two of three', 3, [290, null, 301], 2],
  ['of somebody who does not fly', 1, [150, 400], 0],
])('second seats over 275 lb: %s', (_name, seats, weights, expected) => {
  expect(secondSeatsFor(seats, weights, 275)).toBe(expected)
})

const load = (seatsTaken: number, weightTakenLbs: number) => ({
  capacity: 4,
  maxWeightLbs: 900,
  seatsTaken,
  weightTakenLbs,
})

test.each([
  ['all of an empty aircraft', load(0, 0), 900],
  ['in whole steps of 50 beside others', load(2, 720), 150],
  ['the same for whoever weighs a little less or more', load(2, 749), 150],
  ['nothing on one that is too heavy already', load(2, 930), 0],
])('payload left: %s', (_name, flight, left) => {
  expect(payloadLeft(flight)).toBe(left)
})

test('trial weights beside a single passenger reveal their weight to fifty pounds and not to one', () => {
  const heaviest = (taken: number) => {
    let weight = 900
    while (!partyFits(load(1, taken), 1, weight)) weight -= 1
    return weight
  }
  expect(new Set([151, 163, 187, 200].map(heaviest))).toEqual(new Set([700]))
})
