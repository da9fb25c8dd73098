import { type TakenSeat } from '#contract/seating.ts'
import { findFrontMistake } from './front-seat.ts'
import {
  areNeighbours,
  type Cabin,
  type CabinSeat,
  findPilotPlace,
  listCabinSeats,
  sideShares,
} from './cabin.ts'
import { compareLoads } from './seating-loads.ts'
import { type SeatedPerson } from './seating.ts'

/**
 * Once a seating is found, so many more steps may look for a better one. Without any, the search goes
 * to its end: at most a million steps for nine seats.
 */
const STEPS_FOR_BETTER = 60_000

const FAR = 100
const ROW_APART = 10

interface Found {
  seats: TakenSeat[]
  /** How far the parties sit apart, summed up. */
  apart: number
  /** Between the sides, in pounds. */
  difference: number
}

/**
 * A seating of everybody within all limits. Among those it finds, one that keeps parties together
 * comes first, then one whose sides weigh about the same. Undefined exactly if there is none.
 */
export function proposeSeating(cabin: Cabin, people: readonly SeatedPerson[]): TakenSeat[] | undefined {
  const order = sortForSearch(people)
  const options = listOptions(cabin)
  const search: { best?: Found; steps: number } = { steps: 0 }
  const placed: CabinSeat[][] = []
  const free = new Set(listCabinSeats(cabin).map(({ name }) => name))
  const rowLoads = cabin.rows.map(() => 0)
  const rowLimits = cabin.rows.map(({ max_lbs: max }) => max ?? Infinity)
  const sideLimit = cabin.sideLimitLbs ?? Infinity
  const frontRow = findPilotPlace(cabin).row
  const keepsFront = order.map((person) => findFrontMistake(cabin.front, person) === undefined)

  const visit = (at: number, apart: number, left: number, right: number): void => {
    search.steps += 1
    const { best, steps } = search
    if (best && (steps > STEPS_FOR_BETTER || apart > best.apart)) return
    const person = order[at]
    if (!person) {
      const loads = compareLoads(cabin, { rowLoads, left, right })
      if (loads.some(({ over }) => over)) return
      const difference = loads.find(({ kind }) => kind === 'difference')?.value ?? 0
      if (!best || apart < best.apart || difference < best.difference)
        search.best = { seats: listTaken(order, placed), apart, difference }
      return
    }
    for (const { seats, row, shares } of options[person.twoSeats ? 'pairs' : 'singles']) {
      if (row === frontRow && !keepsFront[at]) continue
      const lbs = person.weightLbs
      const [onLeft, onRight] = [left + lbs * shares.left, right + lbs * shares.right]
      const inRow = (rowLoads[row - 1] ?? 0) + lbs
      if (inRow > (rowLimits[row - 1] ?? 0) || onLeft > sideLimit || onRight > sideLimit) continue
      if (!seats.every(({ name }) => free.has(name))) continue
      for (const { name } of seats) free.delete(name)
      rowLoads[row - 1] = inRow
      placed.push(seats)
      visit(at + 1, apart + distanceToParty(order, placed, at), onLeft, onRight)
      placed.pop()
      rowLoads[row - 1] = inRow - lbs
      for (const { name } of seats) free.add(name)
    }
  }
  visit(0, 0, 0, 0)
  return search.best?.seats
}

/** Parties one after another, those with second seats first: they have the fewest places. */
function sortForSearch(people: readonly SeatedPerson[]): SeatedPerson[] {
  const needs = (orderId: number) => people.filter((one) => one.orderId === orderId && one.twoSeats).length
  return people.toSorted(
    (one, other) =>
      needs(other.orderId) - needs(one.orderId) ||
      one.orderId - other.orderId ||
      Number(other.twoSeats) - Number(one.twoSeats) ||
      other.weightLbs - one.weightLbs ||
      one.id - other.id,
  )
}

/** The single seats, and the seats that lie side by side. */
function listOptions(cabin: Cabin) {
  const seats = listCabinSeats(cabin)
  const toOption = (own: CabinSeat[]) => ({ seats: own, row: own[0]?.row ?? 0, shares: sideShares(own) })
  const pairs = seats.flatMap((one, at) =>
    seats.slice(at + 1).flatMap((other) => (areNeighbours(one, other) ? [[one, other]] : [])),
  )
  return { singles: seats.map((seat) => toOption([seat])), pairs: pairs.map(toOption) }
}

const listTaken = (order: readonly SeatedPerson[], placed: readonly CabinSeat[][]): TakenSeat[] =>
  order.flatMap(({ id }, at) => (placed[at] ?? []).map(({ name }) => ({ name, passenger_id: id })))

/** How far somebody sits from the nearest of their party who is seated already. */
function distanceToParty(order: readonly SeatedPerson[], placed: readonly CabinSeat[][], at: number): number {
  const [own, orderId] = [placed[at] ?? [], order[at]?.orderId]
  const others = placed.slice(0, at).filter((_, index) => order[index]?.orderId === orderId)
  if (others.length === 0) return 0
  return Math.min(...others.map((seats) => distanceBetween(own, seats)))
}

const distanceBetween = (some: readonly CabinSeat[], others: readonly CabinSeat[]): number =>
  Math.min(
    FAR,
    ...some.flatMap((one) =>
      others.map((other) =>
        one.row === other.row ? Math.abs(one.at - other.at) - 1 : Math.abs(one.row - other.row) * ROW_APART,
      ),
    ),
  )
