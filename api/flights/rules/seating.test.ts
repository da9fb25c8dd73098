import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CABIN_PLACES, type CabinRow, type TakenSeat } from '#contract/seating.ts'
import { proposeSeating } from './propose-seating.ts'
import { type Cabin, listCabinSeats } from './cabin.ts'
import { describeOverLoads, findSeatingLoads } from './seating-loads.ts'
import {
  findSeatingMistake,
  keepStandingSeats,
  listFrontMistakes,
  listUnseated,
  type SeatedPerson,
} from './seating.ts'

const row = (seats: CabinRow['seats'], facts: Partial<CabinRow> = {}): CabinRow => ({
  seats,
  pilot: null,
  max_lbs: null,
  arm_in: null,
  ...facts,
})
const LIMITS = {
  sideLimitLbs: null,
  sideDifferenceLbs: 200,
  pilotLbs: 151,
  emptyWeightLbs: null,
  emptyArmIn: null,
  cgForwardIn: null,
  cgAftIn: null,
  front: { minAge: null, maxLbs: null, singleSeats: false },
}
/** The six seats of the drawing, with the pilot on the right. */
const SIX: Cabin = {
  ...LIMITS,
  rows: [
    row(['left'], { pilot: 'right', max_lbs: 250, arm_in: 62 }),
    row(['left', 'right'], { max_lbs: 500, arm_in: 95 }),
    row(['left', 'centre', 'right'], { max_lbs: 600, arm_in: 128 }),
  ],
}
const person = (id: number, weightLbs: number, facts: Partial<SeatedPerson> = {}): SeatedPerson => ({
  id,
  weightLbs,
  twoSeats: false,
  orderId: id,
  ageFrom: null,
  ...facts,
})
const take = (seats: Record<string, number>): TakenSeat[] =>
  Object.entries(seats).map(([name, passenger_id]) => ({ name, passenger_id }))

const INES = person(1, 151)
const MELE = person(2, 158, { orderId: 20 })
const HAL = person(3, 133)
const TAVITA = person(4, 309, { orderId: 20, twoSeats: true })
const KOFI = person(5, 175)
const FIVE = [INES, MELE, HAL, TAVITA, KOFI]
const DRAWN = take({ '1L': 1, '2L': 2, '2R': 3, '3L': 4, '3C': 4, '3R': 5 })

describe('the loads of a seating', () => {
  it('are counted by row, by side and with the pilot, a second seat on the side it lies on', () => {
    const loads = findSeatingLoads(SIX, DRAWN, FIVE)
    expect(loads.map(({ kind, row: number, value, max }) => [number ?? kind, value, max])).toEqual([
      [1, 151, 250],
      [2, 291, 500],
      [3, 484, 600],
      ['left', 618, null],
      ['right', 308, null],
      ['difference', 159, 200],
    ])
    expect(describeOverLoads(loads)).toEqual([])
  })

  it('are described without a weight where they are over', () => {
    const tight = { ...SIX, sideLimitLbs: 600, sideDifferenceLbs: 158 }
    const rows = tight.rows.map((one, at) => (at === 1 ? { ...one, max_lbs: 290 } : one))
    const words = describeOverLoads(findSeatingLoads({ ...tight, rows }, DRAWN, FIVE))
    expect(words).toEqual([
      'row 2 of the cabin weighs more than it may',
      'the left side of the cabin weighs more than it may',
      'one side of the cabin weighs too much more than the other',
    ])
    expect(words.join(' ')).not.toMatch(/\d{3}/)
  })

  it('have a centre of gravity only where arms and limits are entered', () => {
    const known = { ...SIX, emptyWeightLbs: 2_800, emptyArmIn: 140, cgForwardIn: 120, cgAftIn: 136 }
    const find = (cabin: Cabin) =>
      findSeatingLoads(cabin, DRAWN, FIVE).find(({ kind }) => kind === 'centre_of_gravity')
    // (2800 × 140 + 151 × 62 + 151 × 62 + 291 × 95 + 484 × 128) / 3877
    expect(find(known)).toMatchObject({ value: 129.05, min: 120, max: 136, over: false })
    expect(find({ ...known, cgAftIn: 129 })?.over).toBe(true)
    expect(find({ ...known, cgForwardIn: null })).toBeUndefined()
    expect(find({ ...known, rows: known.rows.map((one) => ({ ...one, arm_in: null })) })).toBeUndefined()
  })

  it('count only people on board on seats of the cabin', () => {
    const taken = take({ '1L': 1, '4L': 2, '2R': 99 })
    expect(keepStandingSeats(SIX, taken, FIVE)).toEqual(take({ '1L': 1 }))
    expect(listUnseated(take({ '1L': 1, '3L': 4 }), FIVE)).toEqual([2, 3, 4, 5])
  })

  it.each([
    [{ '5L': 1 }, 'unknown_seat'],
    [{ '1L': 9 }, 'not_on_board'],
    [{ '1L': 1, '2L': 1 }, 'too_many_seats'],
    [{ '3L': 4, '3R': 4 }, 'seats_apart'],
    [{ '3C': 4, '3R': 4 }, undefined],
  ])('finds the mistake of %o', (seats, mistake) => {
    expect(findSeatingMistake(SIX, take(seats), FIVE)).toBe(mistake)
  })
})

describe('the proposal of a seating', () => {
  it('keeps parties together, second seats side by side, and every limit', () => {
    const seats = proposeSeating(SIX, FIVE) ?? []
    expect(findSeatingMistake(SIX, seats, FIVE)).toBeUndefined()
    expect(listUnseated(seats, FIVE)).toEqual([])
    expect(describeOverLoads(findSeatingLoads(SIX, seats, FIVE))).toEqual([])
    const rowOf = (id: number) => seats.find((seat) => seat.passenger_id === id)?.name[0]
    expect(rowOf(MELE.id)).toBe(rowOf(TAVITA.id))
  })

  it('puts nobody in front who is over the limit of the front seat', () => {
    const heavy = [
      person(1, 251),
      person(2, 260),
      person(3, 240),
      person(4, 255),
      person(5, 200),
      person(6, 99),
    ]
    const roomy = { ...SIX, rows: SIX.rows.map((one, at) => ({ ...one, max_lbs: at === 0 ? 250 : 700 })) }
    const front = proposeSeating({ ...roomy, sideDifferenceLbs: null }, heavy)?.find(
      ({ name }) => name === '1L',
    )
    expect([3, 5, 6]).toContain(front?.passenger_id)
  })

  it('seats beside the pilot only who may sit there', () => {
    const front = { minAge: 16, maxLbs: 230, singleSeats: true }
    const people = [
      person(1, 120, { ageFrom: 2 }),
      person(2, 231),
      person(3, 229),
      person(4, 180, { ageFrom: 12 }),
    ]
    const wide = { ...SIX, sideDifferenceLbs: null, front }
    const inFront = (who: SeatedPerson[]) =>
      proposeSeating(wide, who)?.find(({ name }) => name === '1L')?.passenger_id
    // Six seats and six people: somebody has to sit in front.
    expect(inFront([...people, person(5, 240), person(6, 100, { ageFrom: 0 })])).toBe(3)
    expect(inFront(people)).toBeOneOf([undefined, 3])
    const none = [
      ...people.filter(({ id }) => id !== 3),
      person(5, 240),
      person(6, 100, { ageFrom: 0 }),
      person(7, 250),
    ]
    expect(proposeSeating(wide, none)).toBeUndefined()
  })

  it('is found whenever any seating keeps the limits', () => {
    let [found, none] = [0, 0]
    fc.assert(
      fc.property(anyFlight, ({ cabin, people }) => {
        const proposed = proposeSeating(cabin, people)
        const isPossible = hasSeating(cabin, people)
        expect(proposed !== undefined).toBe(isPossible)
        if (isPossible) found += 1
        else none += 1
        if (!proposed) return
        expect(findSeatingMistake(cabin, proposed, people)).toBeUndefined()
        expect(listUnseated(proposed, people)).toEqual([])
        expect(findSeatingLoads(cabin, proposed, people).some(({ over }) => over)).toBe(false)
        expect(listFrontMistakes(cabin, proposed, people)).toEqual([])
      }),
      { seed: 20_261_126, numRuns: 400 },
    )
    // Both answers occur often enough to mean something.
    expect(found).toBeGreaterThan(60)
    expect(none).toBeGreaterThan(60)
  })

  it('ends for nine seats, also where no seating exists', () => {
    const nine: Cabin = {
      ...LIMITS,
      sideDifferenceLbs: 0,
      rows: [
        row(['left'], { pilot: 'right' }),
        row(['left', 'centre left', 'centre right', 'right']),
        row(['left', 'centre left', 'centre right', 'right']),
      ],
    }
    const people = Array.from({ length: 9 }, (_, at) => person(at + 1, 150 + 2 * at))
    // The pilot’s odd weight can never be balanced by even ones.
    expect(proposeSeating(nine, people)).toBeUndefined()
    expect(proposeSeating({ ...nine, sideDifferenceLbs: 200 }, people)).toHaveLength(9)
  })
})

describe('the people beside the pilot', () => {
  it('count where the rule forbids them to sit there, and nobody behind does', () => {
    const cabin = { ...SIX, sideDifferenceLbs: null, front: { minAge: 16, maxLbs: 230, singleSeats: true } }
    const people = [person(1, 231), person(2, 240), person(3, 90, { ageFrom: 2 })]
    const seats = take({ '1L': 1, '2L': 2, '2R': 3 })
    expect(listFrontMistakes(cabin, seats, people)).toEqual(['front_too_heavy'])
    expect(describeOverLoads(findSeatingLoads(cabin, seats, people))).toEqual([
      'somebody sits beside the pilot who may not sit there',
    ])
    expect(listFrontMistakes(cabin, take({ '2L': 1, '2R': 3 }), people)).toEqual([])
  })
})

/** Every way to give people seats, tried one by one. */
function hasSeating(cabin: Cabin, people: readonly SeatedPerson[]): boolean {
  const names = listCabinSeats(cabin).map(({ name }) => name)
  const isWithin = (taken: TakenSeat[]) =>
    findSeatingMistake(cabin, taken, people) === undefined &&
    listUnseated(taken, people).length === 0 &&
    !findSeatingLoads(cabin, taken, people).some(({ over }) => over)
  const tryFrom = (at: number, taken: TakenSeat[]): boolean => {
    const one = people[at]
    if (!one) return isWithin(taken)
    const free = names.filter((name) => !taken.some((seat) => seat.name === name))
    const ways = one.twoSeats
      ? free.flatMap((name, index) => free.slice(index + 1).map((other) => [name, other]))
      : free.map((name) => [name])
    return ways.some((way) =>
      tryFrom(at + 1, [...taken, ...way.map((name) => ({ name, passenger_id: one.id }))]),
    )
  }
  return tryFrom(0, [])
}

const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null, freq: 3 })
const anyRow = fc
  .record({
    seats: fc.subarray([...CABIN_PLACES], { minLength: 1, maxLength: 3 }),
    max_lbs: orNull(fc.integer({ min: 200, max: 650 })),
    arm_in: fc.integer({ min: 60, max: 160 }),
  })
  .map(({ seats, ...facts }) => row(seats, facts))
const anyCabin = fc
  .record({
    back: fc.array(anyRow, { minLength: 1, maxLength: 2 }),
    /** Two seats beside the pilot can be one person’s. */
    places: fc.constantFrom<CabinRow['seats']>(['left'], ['left', 'centre']),
    front: orNull(fc.integer({ min: 120, max: 300 })),
    sideLimitLbs: orNull(fc.integer({ min: 300, max: 700 })),
    sideDifferenceLbs: orNull(fc.integer({ min: 20, max: 250 })),
    rule: fc.record({
      minAge: orNull(fc.constantFrom(12, 16)),
      maxLbs: orNull(fc.integer({ min: 120, max: 300 })),
      singleSeats: fc.boolean(),
    }),
    cg: orNull(fc.tuple(fc.integer({ min: 112, max: 124 }), fc.integer({ min: 1, max: 14 }))),
  })
  .map(({ back, front, rule, places, cg, ...limits }): Cabin => ({
    ...LIMITS,
    ...limits,
    front: rule,
    rows: [row(places, { pilot: 'right', max_lbs: front, arm_in: 62 }), ...back],
    emptyWeightLbs: cg && 2_000,
    emptyArmIn: cg && 130,
    cgForwardIn: cg && cg[0],
    cgAftIn: cg && cg[0] + cg[1],
  }))
  .filter((cabin) => listCabinSeats(cabin).length <= 6)
const anyFlight = fc
  .record({
    cabin: anyCabin,
    crowd: fc.array(
      fc.record({
        weightLbs: fc.integer({ min: 80, max: 330 }),
        orderId: fc.integer({ min: 1, max: 3 }),
        ageFrom: fc.constantFrom(null, null, 2, 12, 16),
      }),
      { minLength: 1, maxLength: 6 },
    ),
  })
  .map(({ cabin, crowd }) => {
    const seats = listCabinSeats(cabin).length
    const people = crowd
      .slice(0, seats)
      .map((one, at) => ({ id: at + 1, ...one, twoSeats: one.weightLbs > 275 }))
    return { cabin, people }
  })
