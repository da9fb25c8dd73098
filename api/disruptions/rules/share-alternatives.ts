import { type DepartureRoom, slotKey, wholeFlightsNeeded } from '../../rules/departures/availability.ts'
import { type OpenDeparture, pickAlternatives } from './pick-alternatives.ts'

/** Each round gives every party one more alternative. */
export const ROUNDS = 3

/**
 * Whether seats can be held as one more alternative: at most half of what nobody else has of a
 * departure is kept for parties of cancelled flights, so that the other half stays on sale.
 */
export const staysWithinHalf = ({
  free,
  kept,
  more,
}: {
  /** Seats that nobody has. */
  free: number
  /** Seats that are kept as alternatives already. */
  kept: number
  /** The seats of the party. */
  more: number
}): boolean => (kept + more) * 2 <= free + kept

/** The alternative to try next: on a day of which the party has none yet. */
export function pickNextAlternative<Departure extends OpenDeparture>(
  open: readonly Departure[],
  {
    localTime,
    heldDays,
    tried,
  }: { localTime: string; heldDays: ReadonlySet<string>; tried: ReadonlySet<Departure> },
): Departure | undefined {
  const left = open.filter((one) => !heldDays.has(one.localDate) && !tried.has(one))
  return pickAlternatives(left, localTime)[0]
}

/** A departure with what is left of it. */
export interface RoomyDeparture {
  slot: { departureId: number; localDate: string }
  room: DepartureRoom
}

/** The seats that a party takes of a departure, and those that nobody has. */
export function countSeats({ room }: Pick<RoomyDeparture, 'room'>, { kind, size }: SizedParty) {
  const sizes = room.aircraft.map(({ seats }) => seats)
  return kind === 'seat'
    ? { more: size, free: Math.max(0, ...sizes) }
    : {
        more: wholeFlightsNeeded(size, Math.max(1, room.capacity)) * room.capacity,
        free: sizes.reduce((sum, seats) => sum + seats, 0),
      }
}

export interface SizedParty {
  kind: 'seat' | 'flight'
  size: number
}

/** Whether half of what is free remains on sale when a party gets a departure. */
export const leavesHalf = (
  departure: RoomyDeparture,
  party: SizedParty,
  kept: ReadonlyMap<string, number>,
): boolean => {
  const { departureId, localDate } = departure.slot
  return staysWithinHalf({
    ...countSeats(departure, party),
    kept: kept.get(slotKey(departureId, localDate)) ?? 0,
  })
}
