import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CABIN_PLACES, type CabinRow, type TakenSeat } from '#contract/seating.ts'
import { proposeSeating } from './propose-seating.ts'
import {
  type Cabin,
  describeOverLoads,
  findSeatingLoads,
  findSeatingMistake,
  keepStandingSeats,
  listCabinSeats,
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
    front: orNull(fc.integer({ min: 120, max: 300 })),
    sideLimitLbs: orNull(fc.integer({ min: 300, max: 700 })),
    sideDifferenceLbs: orNull(fc.integer({ min: 20, max: 250 })),
    cg: orNull(fc.tuple(fc.integer({ min: 112, max: 124 }), fc.integer({ min: 1, max: 14 }))),
  })
  .map(({ back, front, cg, ...limits }): Cabin => ({
    ...LIMITS,
    ...limits,
    rows: [row(['left'], { pilot: 'right', max_lbs: front, arm_in: 62 }), ...back],
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
