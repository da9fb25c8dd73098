import { type CabinRow, type Seating, type TakenSeat } from '#contract/seating.ts'
import { type PassengerTypeRow } from '../../db/schema/catalogue.ts'
import { type SeatedMember } from '../../rules/seats/seat-party.ts'
import { type CountedParty } from '../../seats/count-party.ts'
import { type Cabin, findPilotPlace, listCabinSeats } from '../rules/cabin.ts'
import { findSeatingLoads } from '../rules/seating-loads.ts'
import { keepStandingSeats, listUnseated, type SeatedPerson } from '../rules/seating.ts'
import { findAgeFrom } from '../rules/front-seat.ts'

/** The columns of a cabin, whose rows may be missing. */
export interface CabinColumns extends Omit<Cabin, 'rows' | 'front'> {
  rows: CabinRow[] | null
  frontSeatRule: string | null
  frontMinAge: number | null
  frontMaxLbs: number | null
  frontSingleSeats: boolean
}

/** The cabin of a type that has one. */
export function toCabin({
  rows,
  frontMinAge: minAge,
  frontMaxLbs: maxLbs,
  frontSingleSeats: singleSeats,
  ...limits
}: CabinColumns): Cabin | undefined {
  return rows === null ? undefined : { ...limits, rows, front: { minAge, maxLbs, singleSeats } }
}

/** What of an aircraft and a product says what somebody needs. */
interface SeatNeeds {
  seatLimitLbs: number
  passengerTypes: readonly PassengerTypeRow[]
}

/** Those of some parties who fly on a flight, without those who did not come. */
export const listSeated = (
  parties: readonly CountedParty[],
  flightId: number,
  needs: SeatNeeds,
): SeatedPerson[] =>
  parties.flatMap(({ orderId, people, seated }) =>
    (seated.find((one) => one.flightId === flightId)?.people ?? []).flatMap((seat) => {
      const person = people.find(({ id }) => id === seat.id)
      if (!person || person.boarding === 'no_show') return []
      const ageFrom = findAgeFrom(needs.passengerTypes, person)
      return [{ orderId, ageFrom, ...countSeats(seat, needs) }]
    }),
  )

const countSeats = ({ id, seats, weightLbs }: SeatedMember, { seatLimitLbs }: SeatNeeds) => ({
  id,
  weightLbs,
  twoSeats: seats > 1 && weightLbs > seatLimitLbs,
})

/** Who sits where with the loads; null where the type of the aircraft has no cabin. */
export function presentSeating(
  { cabin, taken }: { cabin: CabinColumns; taken: Readonly<Record<string, number>> },
  people: readonly SeatedPerson[],
): Seating | null {
  const known = toCabin(cabin)
  if (!known) return null
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
