import { type CabinPlace, type CabinRow } from '#contract/seating.ts'
import { type FrontRule } from './front-seat.ts'

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

const LETTERS: Readonly<Record<CabinPlace, string>> = {
  left: 'L',
  'centre left': 'CL',
  centre: 'C',
  'centre right': 'CR',
  right: 'R',
}
/** −1 is left and 1 right of the middle. */
export const SIDES: Readonly<Record<CabinPlace, number>> = {
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
