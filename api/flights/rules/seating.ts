import { type CabinPlace, type CabinRow, type SeatingLoad, type TakenSeat } from '#contract/seating.ts'
import { findFrontMistake, type FrontMistake, type FrontRule, hasFrontRule } from './front-seat.ts'

/** A cabin as the type of an aircraft describes it. Weights are pounds, arms inches. */
export interface Cabin {
  rows: readonly CabinRow[]
  /** What may sit on the left, and as much on the right; null without a limit. */
  sideLimitLbs: number | null
  /** By how much one side may weigh more than the other, with the pilot; null without a limit. */
  sideDifferenceLbs: number | null
  /** The pilot’s weight that counts; null if it is not counted. */
  pilotLbs: number | null
  /** Without these five and the arm of each row no centre of gravity is computed. */
  emptyWeightLbs: number | null
  emptyArmIn: number | null
  cgForwardIn: number | null
  cgAftIn: number | null
  /** Who may sit in the row of the pilot. */
  front: FrontRule
}

export interface CabinSeat {
  /** `2L` */
  name: string
  /** From 1, the front one. */
  row: number
  place: CabinPlace
  /** Its position in the row, with the pilot’s place counted: neighbours differ by one. */
  at: number
}

/** Somebody on board with the weight that counts. */
export interface SeatedPerson {
  id: number
  weightLbs: number
  /** Whoever is above the limit of one seat, and has two, sits on two side by side. */
  twoSeats: boolean
  /** Who flies together. */
  orderId: number
  /** The youngest that somebody of their passenger type is; null for adults. */
  ageFrom: number | null
}

const LETTERS: Readonly<Record<CabinPlace, string>> = {
  left: 'L',
  'centre left': 'CL',
  centre: 'C',
  'centre right': 'CR',
  right: 'R',
}
/** −1 is left and 1 right of the middle. */
const SIDES: Readonly<Record<CabinPlace, number>> = {
  left: -1,
  'centre left': -1,
  centre: 0,
  'centre right': 1,
  right: 1,
}
const IN_ORDER = Object.keys(LETTERS)

/** The seats for passengers, from the nose to the tail and from left to right. */
export function listCabinSeats({ rows }: Pick<Cabin, 'rows'>): CabinSeat[] {
  return rows.flatMap(({ seats, pilot }, index) => {
    const row = index + 1
    const places = IN_ORDER.filter((place) => place === pilot || seats.some((seat) => seat === place))
    return seats.map((place) => ({
      name: `${String(row)}${LETTERS[place]}`,
      row,
      place,
      at: places.indexOf(place),
    }))
  })
}

export function findPilotPlace({ rows }: Pick<Cabin, 'rows'>): { row: number; place: CabinPlace } {
  const index = rows.findIndex(({ pilot }) => pilot !== null)
  return { row: Math.max(index, 0) + 1, place: rows[index]?.pilot ?? 'right' }
}

/**
 * How much of a weight counts on the left (negative) and on the right. Whoever sits on a side and in
 * the middle counts on that side; on a seat of each side, half on both.
 */
export function sideShares(seats: readonly Pick<CabinSeat, 'place'>[]): { left: number; right: number } {
  const sides = seats.map(({ place }) => SIDES[place]).filter((side) => side !== 0)
  if (sides.length === 0) return { left: 0, right: 0 }
  const left = sides.filter((side) => side < 0).length / sides.length
  return { left, right: 1 - left }
}

export const areNeighbours = (one: CabinSeat, other: CabinSeat): boolean =>
  one.row === other.row && Math.abs(one.at - other.at) === 1

/** The seats that count: of people on board, in this cabin, two at most for one of them. */
export function keepStandingSeats(
  cabin: Pick<Cabin, 'rows'>,
  taken: readonly TakenSeat[],
  people: readonly Pick<SeatedPerson, 'id'>[],
): TakenSeat[] {
  const seats = listCabinSeats(cabin)
  return seats.flatMap(({ name }) => {
    const one = taken.find((seat) => seat.name === name)
    return one && people.some(({ id }) => id === one.passenger_id)
      ? [{ name, passenger_id: one.passenger_id }]
      : []
  })
}

/** The loads of a seating by row, side and, where the operator has entered all of it, centre of gravity. */
export function findSeatingLoads(
  cabin: Cabin,
  taken: readonly TakenSeat[],
  people: readonly SeatedPerson[],
): SeatingLoad[] {
  const seats = listCabinSeats(cabin)
  const seated = people.flatMap(({ id, weightLbs }) => {
    const own = seats.filter(({ name }) =>
      taken.some((seat) => seat.name === name && seat.passenger_id === id),
    )
    const [first] = own
    return first ? [{ row: first.row, weightLbs, ...sideShares(own) }] : []
  })
  const rowLoads = cabin.rows.map((_, index) =>
    seated.reduce((sum, { row, weightLbs }) => sum + (row === index + 1 ? weightLbs : 0), 0),
  )
  const loads = compareLoads(cabin, {
    rowLoads,
    left: seated.reduce((sum, one) => sum + one.weightLbs * one.left, 0),
    right: seated.reduce((sum, one) => sum + one.weightLbs * one.right, 0),
  })
  return hasFrontRule(cabin.front) ? [...loads, countFrontMistakes(cabin, taken, people)] : loads
}

/** How many sit beside the pilot who may not: a weight or a type may change after the seat was given. */
function countFrontMistakes(
  cabin: Cabin,
  taken: readonly TakenSeat[],
  people: readonly SeatedPerson[],
): SeatingLoad {
  const value = listFrontMistakes(cabin, taken, people).length
  return { kind: 'front', row: findPilotPlace(cabin).row, value, min: null, max: 0, over: value > 0 }
}

/** Why people on the seats beside the pilot may not sit there, one reason for each of them. */
export function listFrontMistakes(
  cabin: Pick<Cabin, 'rows' | 'front'>,
  taken: readonly TakenSeat[],
  people: readonly SeatedPerson[],
): FrontMistake[] {
  const { row } = findPilotPlace(cabin)
  const names = listCabinSeats(cabin).flatMap((seat) => (seat.row === row ? [seat.name] : []))
  return people
    .filter(({ id }) => taken.some((seat) => seat.passenger_id === id && names.includes(seat.name)))
    .flatMap((person) => findFrontMistake(cabin.front, person) ?? [])
}

export interface CabinLoads {
  /** In the order of the rows. */
  rowLoads: readonly number[]
  left: number
  right: number
}

/** Sums of pounds against the limits. */
export function compareLoads(cabin: Cabin, { rowLoads, ...sides }: CabinLoads): SeatingLoad[] {
  const [left, right] = [Math.ceil(sides.left), Math.ceil(sides.right)]
  const pilotSide = SIDES[findPilotPlace(cabin).place]
  const difference = Math.abs(right - left + (cabin.pilotLbs ?? 0) * pilotSide)
  const most = (value: number, max: number | null) => ({
    value,
    min: null,
    max,
    over: max !== null && value > max,
  })
  return [
    ...cabin.rows.flatMap(({ seats: places, max_lbs: max }, index) =>
      places.length === 0
        ? []
        : [{ kind: 'row' as const, row: index + 1, ...most(rowLoads[index] ?? 0, max) }],
    ),
    { kind: 'left', row: null, ...most(left, cabin.sideLimitLbs) },
    { kind: 'right', row: null, ...most(right, cabin.sideLimitLbs) },
    { kind: 'difference', row: null, ...most(difference, cabin.sideDifferenceLbs) },
    ...findCentreOfGravity(cabin, rowLoads),
  ]
}

/** Without fuel: the aircraft, the pilot and those who sit. Empty where anything is not entered. */
function findCentreOfGravity(cabin: Cabin, rowLoads: readonly number[]): SeatingLoad[] {
  const { rows, pilotLbs, emptyWeightLbs, emptyArmIn, cgForwardIn: min, cgAftIn: max } = cabin
  const pilotArm = rows.find(({ pilot }) => pilot !== null)?.arm_in ?? null
  if (pilotLbs === null || pilotArm === null || emptyWeightLbs === null || emptyArmIn === null) return []
  if (min === null || max === null || rows.some(({ arm_in: arm }) => arm === null)) return []
  const weights = [
    { lbs: emptyWeightLbs, arm: emptyArmIn },
    { lbs: pilotLbs, arm: pilotArm },
    ...rows.map(({ arm_in: arm }, index) => ({ lbs: rowLoads[index] ?? 0, arm: arm ?? 0 })),
  ]
  const total = weights.reduce((sum, { lbs }) => sum + lbs, 0)
  const moment = weights.reduce((sum, { lbs, arm }) => sum + lbs * arm, 0)
  const value = Math.round((moment / total) * 100) / 100
  return [{ kind: 'centre_of_gravity', row: null, value, min, max, over: value < min || value > max }]
}

/** What is beyond its limits, in words without a weight; empty for a seating that keeps them all. */
export const describeOverLoads = (loads: readonly SeatingLoad[]): string[] =>
  loads.filter(({ over }) => over).map(describeOverLoad)

function describeOverLoad({ kind, row }: SeatingLoad): string {
  switch (kind) {
    case 'front':
      return 'somebody sits beside the pilot who may not sit there'
    case 'row':
      return `row ${String(row)} of the cabin weighs more than it may`
    case 'left':
    case 'right':
      return `the ${kind} side of the cabin weighs more than it may`
    case 'difference':
      return 'one side of the cabin weighs too much more than the other'
    case 'centre_of_gravity':
      return 'the centre of gravity is outside its limits'
  }
}

/** Why seats cannot be given like that; undefined if they can. Limits are another matter. */
export function findSeatingMistake(
  cabin: Pick<Cabin, 'rows'>,
  taken: readonly TakenSeat[],
  people: readonly SeatedPerson[],
): 'unknown_seat' | 'seat_twice' | 'not_on_board' | 'too_many_seats' | 'seats_apart' | undefined {
  const seats = listCabinSeats(cabin)
  if (taken.some(({ name }) => !seats.some((seat) => seat.name === name))) return 'unknown_seat'
  if (new Set(taken.map(({ name }) => name)).size < taken.length) return 'seat_twice'
  for (const id of new Set(taken.map((seat) => seat.passenger_id))) {
    const person = people.find((one) => one.id === id)
    if (!person) return 'not_on_board'
    const own = seats.filter(({ name }) =>
      taken.some((seat) => seat.name === name && seat.passenger_id === id),
    )
    const [first, second] = own
    if (own.length > (person.twoSeats ? 2 : 1)) return 'too_many_seats'
    if (first && second && !areNeighbours(first, second)) return 'seats_apart'
  }
  return undefined
}

/** Those who sit nowhere, or on one seat though they need two. */
export const listUnseated = (taken: readonly TakenSeat[], people: readonly SeatedPerson[]): number[] =>
  people
    .filter(
      ({ id, twoSeats }) => taken.filter((seat) => seat.passenger_id === id).length < (twoSeats ? 2 : 1),
    )
    .map(({ id }) => id)
