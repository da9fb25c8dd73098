import { type SeatingLoad, type TakenSeat } from '#contract/seating.ts'
import { hasFrontRule } from './front-seat.ts'
import { type Cabin, SIDES, listCabinSeats, findPilotPlace, sideShares } from './cabin.ts'
import { type SeatedPerson, listFrontMistakes } from './seating.ts'

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
