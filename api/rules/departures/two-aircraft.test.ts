import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { getDepartureStatus, type PartySize } from './availability.ts'
import { getDayStatus } from './day-status.ts'
import { divideParty, findTwoAircraft, type Flier, type PairableDeparture, takeBoth } from './two-aircraft.ts'

interface Told {
  id: number
  /** Minutes after ten. */
  at: number
  /** The free seats of each aircraft, by its id. */
  aircraft: readonly (readonly [id: number, seats: number])[]
  closed?: boolean
  soldFor?: string
  /** Of each aircraft, for staff alone. */
  heldBack?: number
}

const CAPACITY = 6
const departure = ({
  id,
  at,
  aircraft,
  closed = false,
  soldFor = 'day',
  heldBack = 0,
}: Told): PairableDeparture => ({
  rule: { id, soldFor, place: { id: 1 } },
  departAt: new Date(Date.UTC(2027, 4, 14, 14, at)),
  closed,
  room: {
    capacity: CAPACITY,
    seatsLeft: Math.max(0, ...aircraft.map(([, seats]) => seats)),
    wholeFlights: 0,
    aircraft: aircraft.map(([plane, seats]) => ({
      id: plane,
      seats,
      payloadLbs: (seats + heldBack) * 190,
      heldBack,
    })),
  },
})
const seats = (quantity: number, more: Partial<PartySize> = {}): PartySize => ({
  quantityType: 'seat',
  quantity,
  ...more,
})
/** The pairs as `first+second: seats+seats`. */
const pairsOf = (told: readonly Told[], party: PartySize) =>
  [...findTwoAircraft(told.map(departure), party)].map(
    ([
      first,
      {
        second,
        quantities: [one, other],
      },
    ]) => `${String(first.rule?.id)}+${String(second.rule?.id)}: ${String(one)}+${String(other)}`,
  )
const TEN: Told = { id: 1, at: 0, aircraft: [[1, 3]] }
const QUARTER_PAST: Told = { id: 2, at: 15, aircraft: [[2, 4]] }

describe('two departures take a party together', () => {
  test('when neither takes it alone, the larger part first', () => {
    expect(pairsOf([TEN, QUARTER_PAST], seats(5))).toEqual(['1+2: 3+2'])
    expect(pairsOf([TEN, QUARTER_PAST], seats(7))).toEqual(['1+2: 3+4'])
    expect(pairsOf([{ ...TEN, aircraft: [[1, 1]] }, QUARTER_PAST], seats(5))).toEqual(['1+2: 1+4'])
  })

  test('within half an hour, and not a minute later', () => {
    expect(pairsOf([TEN, { ...QUARTER_PAST, at: 30 }], seats(5))).toEqual(['1+2: 3+2'])
    expect(pairsOf([TEN, { ...QUARTER_PAST, at: 31 }], seats(5))).toEqual([])
  })

  test('and are not offered where one takes everybody, or both too few', () => {
    expect(pairsOf([TEN, QUARTER_PAST], seats(4))).toEqual([])
    expect(pairsOf([TEN, QUARTER_PAST], seats(8))).toEqual([])
    expect(pairsOf([TEN, QUARTER_PAST], seats(5, { quantityType: 'flight' }))).toEqual([])
  })

  test('and are not offered where only held-back seats keep a party from an empty aircraft', () => {
    const [empty, next] = [
      { ...TEN, aircraft: [[1, 2]] as const, heldBack: 2 },
      { ...QUARTER_PAST, aircraft: [[2, 2]] as const, heldBack: 2 },
    ]
    expect(pairsOf([empty, next], seats(3))).toEqual([])
    expect(pairsOf([empty, { ...next, heldBack: 0 }], seats(3))).toEqual([])
    expect(
      pairsOf(
        [
          { ...empty, heldBack: 0 },
          { ...next, heldBack: 0 },
        ],
        seats(3),
      ),
    ).toEqual(['1+2: 2+1'])
    expect(
      pairsOf(
        [
          { ...empty, aircraft: [[1, 3]], heldBack: 1 },
          { ...next, heldBack: 1 },
        ],
        seats(5),
      ),
    ).toEqual(['1+2: 3+2'])
  })

  test('only at one price and while both are sold', () => {
    expect(pairsOf([TEN, { ...QUARTER_PAST, soldFor: 'sunset' }], seats(5))).toEqual([])
    expect(pairsOf([TEN, { ...QUARTER_PAST, closed: true }], seats(5))).toEqual([])
  })

  test('and never on one aircraft that could fly either', () => {
    const same = { ...QUARTER_PAST, aircraft: [[1, 4]] as const }
    expect(pairsOf([TEN, same], seats(5))).toEqual([])
    expect(
      pairsOf(
        [
          TEN,
          {
            ...same,
            aircraft: [
              [1, 4],
              [2, 4],
            ],
          },
        ],
        seats(5),
      ),
    ).toEqual(['1+2: 3+2'])
  })

  test('by weight, each part on its own aircraft', () => {
    const light = seats(5, { weights: [150, 150, 150, 190, 190] })
    expect(pairsOf([TEN, QUARTER_PAST], light)).toEqual(['1+2: 3+2'])
    const heavy = seats(5, { weights: [250, 250, 250, 150, 150] })
    expect(pairsOf([TEN, QUARTER_PAST], heavy)).toEqual(['1+2: 2+3'])
    expect(pairsOf([TEN, QUARTER_PAST], seats(5, { weights: [280, 280, 280, 280, 280] }))).toEqual([])
  })

  test('so a day that is full for every single aircraft is open', () => {
    const day = [TEN, QUARTER_PAST].map(departure)
    expect(getDayStatus(day, seats(5), false)).toBe('open')
    expect(getDayStatus(day, seats(8), false)).toBe('full')
  })

  test('whatever is left of a day', () => {
    const told = fc.record({
      at: fc.nat(120),
      aircraft: fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.nat(CAPACITY)), { maxLength: 3 }),
      soldFor: fc.constantFrom('day', 'night'),
      closed: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(told, { maxLength: 8 }), fc.integer({ min: 1, max: 12 }), (found, quantity) => {
        const inOrder = found
          .toSorted((a, b) => a.at - b.at)
          .map((one, at) => departure({ ...one, id: at + 1 }))
        const party = seats(quantity)
        for (const [first, { second, quantities }] of findTwoAircraft(inOrder, party)) {
          expect(quantities[0] + quantities[1]).toBe(quantity)
          expect(Math.min(...quantities)).toBeGreaterThan(0)
          expect([first, second].map((one) => getDepartureStatus(one, party))).not.toContain('open')
          expect(Number(second.departAt) - Number(first.departAt)).toBeLessThanOrEqual(30 * 60_000)
          expect(first.rule?.soldFor).toBe(second.rule?.soldFor)
          const parts = quantities.map((people) => ({ quantity: people, weights: [] }))
          const [one = parts[0], other = parts[1]] = parts
          expect(one && other && takeBoth([first.room, second.room], [one, other])).toBe(true)
        }
      }),
    )
  })
})

describe('a party is divided', () => {
  const ADULT: Flier = { isAdult: true, needsAdult: false }
  const CHILD: Flier = { isAdult: false, needsAdult: true }
  const YOUTH: Flier = { isAdult: false, needsAdult: false }

  test('in the order of the booking where nobody needs an adult', () => {
    expect(divideParty([ADULT, YOUTH, ADULT, ADULT, YOUTH], [3, 2])).toEqual([
      [0, 1, 2],
      [3, 4],
    ])
  })

  test('so that two adults sit apart', () => {
    expect(divideParty([ADULT, ADULT, CHILD, CHILD, CHILD], [3, 2])).toEqual([
      [0, 2, 3],
      [1, 4],
    ])
  })

  test('so that one adult keeps the children, on whichever aircraft has the seats', () => {
    expect(divideParty([ADULT, CHILD, CHILD, YOUTH, YOUTH], [2, 3])).toEqual([
      [3, 4],
      [0, 1, 2],
    ])
    expect(divideParty([ADULT, CHILD, CHILD, CHILD, YOUTH], [3, 2])).toBeUndefined()
  })

  test('not into a part without anybody', () => {
    expect(divideParty([ADULT, ADULT], [2, 0])).toBeUndefined()
    expect(divideParty([ADULT, ADULT], [2, 1])).toBeUndefined()
  })

  test('whenever it can be, whoever they are', () => {
    const flier = fc.constantFrom(ADULT, CHILD, YOUTH)
    const party = fc.array(flier, { minLength: 2, maxLength: 8 })
    fc.assert(
      fc.property(party, fc.nat(6), (people, cut) => {
        const first = 1 + (cut % (people.length - 1))
        const quantities = [first, people.length - first] as const
        const divided = divideParty(people, quantities)
        expect(divided !== undefined).toBe(canBeDivided(people, first))
        if (!divided) return
        expect(divided.map((part) => part.length)).toEqual([...quantities])
        expect(divided.flat().toSorted((a, b) => a - b)).toEqual(people.map((_, place) => place))
        expect(divided.every((part) => isAccompanied(part.map((place) => people[place])))).toBe(true)
      }),
    )
  })

  const isAccompanied = (part: readonly (Flier | undefined)[]) =>
    !part.some((one) => one?.needsAdult) || part.some((one) => one?.isAdult)

  /** Tries every choice of who flies on the first aircraft. */
  function canBeDivided(people: readonly Flier[], first: number): boolean {
    return Array.from({ length: 2 ** people.length }, (_, choice) => choice).some((choice) => {
      const here = people.filter((_, place) => (choice >> place) % 2 === 1)
      const there = people.filter((_, place) => (choice >> place) % 2 === 0)
      return here.length === first && isAccompanied(here) && isAccompanied(there)
    })
  }
})
