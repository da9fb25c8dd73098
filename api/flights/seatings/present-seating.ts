import { type CabinRow, type Seating, type TakenSeat } from '#contract/seating.ts'
import { type SeatedMember } from '../../rules/seats/seat-party.ts'
import { type CountedParty } from '../../seats/count-party.ts'
import {
  type Cabin,
  findPilotPlace,
  findSeatingLoads,
  keepStandingSeats,
  listCabinSeats,
  listUnseated,
  type SeatedPerson,
} from '../rules/seating.ts'

/** The columns of a cabin, whose rows may be missing. */
export type CabinColumns = Omit<Cabin, 'rows'> & { rows: CabinRow[] | null; frontSeatRule: string | null }

/** Those of some parties who fly on a flight, without those who did not come. */
export const listSeated = (
  parties: readonly CountedParty[],
  flightId: number,
  seatLimitLbs: number,
): SeatedPerson[] =>
  parties.flatMap(({ orderId, people, seated }) =>
    (seated.find((one) => one.flightId === flightId)?.people ?? []).flatMap((seat) => {
      const person = people.find(({ id }) => id === seat.id)
      return person && person.boarding !== 'no_show' ? [toSeated(orderId, seat, seatLimitLbs)] : []
    }),
  )

const toSeated = (
  orderId: number,
  { id, seats, weightLbs }: SeatedMember,
  seatLimitLbs: number,
): SeatedPerson => ({ id, orderId, weightLbs, twoSeats: seats > 1 && weightLbs > seatLimitLbs })

/** Who sits where with the loads; null where the type of the aircraft has no cabin. */
export function presentSeating(
  { cabin, taken }: { cabin: CabinColumns; taken: Readonly<Record<string, number>> },
  people: readonly SeatedPerson[],
): Seating | null {
  const { rows } = cabin
  if (rows === null) return null
  const known = { ...cabin, rows }
  const seats = keepStandingSeats(known, listTaken(taken), people)
  return {
    seats: listCabinSeats(known).map(({ name, row, place }) => ({
      name,
      row,
      place,
      passenger_id: seats.find((seat) => seat.name === name)?.passenger_id ?? null,
    })),
    pilot: findPilotPlace(known),
    pilot_lbs: cabin.pilotLbs,
    loads: seats.length === 0 ? [] : findSeatingLoads(known, seats, people),
    unseated: listUnseated(seats, people),
    two_seats: people.filter(({ twoSeats }) => twoSeats).map(({ id }) => id),
    front_seat_rule: cabin.frontSeatRule,
  }
}

const listTaken = (taken: Readonly<Record<string, number>>): TakenSeat[] =>
  Object.entries(taken).map(([name, id]) => ({ name, passenger_id: id }))

/** The seats of a presented seating that somebody has. */
export const takenSeats = ({ seats }: Pick<Seating, 'seats'>): TakenSeat[] =>
  seats.flatMap(({ name, passenger_id: id }) => (id === null ? [] : [{ name, passenger_id: id }]))

/** `3L + 3C`; null without a seat. */
export function seatNameOf(seating: Seating | null, passengerId: number): string | null {
  const own = seating?.seats.filter(({ passenger_id: id }) => id === passengerId) ?? []
  return own.length === 0 ? null : own.map(({ name }) => name).join(' + ')
}
