import { type TakenSeat } from '#contract/seating.ts'
import { findFrontMistake, type FrontMistake } from './front-seat.ts'
import { type Cabin, listCabinSeats, findPilotPlace, areNeighbours } from './cabin.ts'

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
