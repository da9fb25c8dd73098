import {
  type FlightLoad,
  partyFits,
  payloadLeft,
  wholeFlightPossible,
  wholeFlightsNeeded,
} from '../seats/seat-room.ts'
import { ASSUMED_WEIGHT_LBS, partyWeight } from '../seats/party-weight.ts'

/** What can still be sold of one departure. */
export interface DepartureRoom {
  /** Passengers one aircraft takes. */
  capacity: number
  /** Seats left on the one aircraft that sells single seats: the largest party that fits. */
  seatsLeft: number
  /** Aircraft that can be sold whole: none as soon as one seat is taken. */
  wholeFlights: number
  /** The free seats and payload of each aircraft that the party may board. */
  aircraft: readonly { seats: number; payloadLbs: number }[]
}

/** The same departure with nothing left to sell. */
export const withoutRoom = (room: DepartureRoom): DepartureRoom => ({
  ...room,
  seatsLeft: 0,
  wholeFlights: 0,
  aircraft: [],
})

/**
 * The room of a slot. Single seats are sold on one aircraft only, so that a party never sits on
 * two; whole aircraft are sold only while nobody is on any. A passenger without a stated weight
 * counts as `ASSUMED_WEIGHT_LBS`.
 * @param loads the aircraft already on the slot, without cancelled ones
 * @param free what the aircraft can take that may fly the slot and are not busy elsewhere,
 * including those of `loads`
 */
export function getDepartureRoom(
  loads: readonly FlightLoad[],
  free: readonly { capacity: number; maxWeightLbs: number }[],
): DepartureRoom {
  const taken = loads.find((load) => load.seatsTaken > 0)
  if (taken) {
    const { capacity } = taken
    return { capacity, seatsLeft: seatsLeftOn(taken), wholeFlights: 0, aircraft: [restOf(taken)] }
  }
  const empty = free.map((one) => ({ ...one, seatsTaken: 0, weightTakenLbs: 0 }))
  return {
    capacity: free[0]?.capacity ?? 0,
    seatsLeft: Math.max(0, ...empty.map(seatsLeftOn)),
    wholeFlights: wholeFlightPossible(loads) ? free.length : 0,
    aircraft: empty.map(restOf),
  }
}

const restOf = (load: FlightLoad) => ({
  seats: Math.max(0, load.capacity - load.seatsTaken),
  payloadLbs: payloadLeft(load),
})

function seatsLeftOn(load: FlightLoad): number {
  let seats = Math.max(0, load.capacity - load.seatsTaken)
  while (seats > 0 && !partyFits(load, seats, seats * ASSUMED_WEIGHT_LBS)) seats -= 1
  return seats
}

export interface PartySize {
  quantityType: 'seat' | 'flight'
  /** The number of people. */
  quantity: number
  /** The weights of the people, as far as they are stated. */
  weights?: readonly (number | null)[] | undefined
  /** Additional seats, for passengers who need two. */
  secondSeats?: number | undefined
}

/**
 * `open`: the party can book; `sold_out`: nothing is left of what it wants; `too_few`: some seats
 * are left, but not enough; `too_heavy`: enough seats are left, but the aircraft cannot carry the
 * weight.
 */
export type RoomStatus = 'open' | 'sold_out' | 'too_few' | 'too_heavy'

export function getRoomStatus(room: DepartureRoom, party: PartySize): RoomStatus {
  const seats = party.quantity + (party.secondSeats ?? 0)
  const aircraft = wholeFlightsNeeded(seats, Math.max(1, room.capacity))
  const [wanted, left] =
    party.quantityType === 'seat' ? [seats, seatsFor(room, party)] : [aircraft, room.wholeFlights]
  if (left <= 0) return 'sold_out'
  if (wanted > left) return 'too_few'
  return canCarry(room, party, party.quantityType === 'seat' ? seats : undefined, aircraft)
    ? 'open'
    : 'too_heavy'
}

/** When the weights are known, the payload is checked by itself and not by assumed weights. */
const seatsFor = (room: DepartureRoom, { weights }: PartySize) =>
  weights ? Math.max(0, ...room.aircraft.map(({ seats }) => seats)) : room.seatsLeft

function canCarry(
  room: DepartureRoom,
  { quantity, weights }: PartySize,
  seats: number | undefined,
  aircraft: number,
): boolean {
  if (!weights) return true
  const weight = partyWeight(quantity, weights)
  if (seats !== undefined) {
    return room.aircraft.some((one) => one.seats >= seats && one.payloadLbs >= weight)
  }
  const strong = room.aircraft.filter((one) => one.payloadLbs >= Math.ceil(weight / aircraft))
  return strong.length >= aircraft
}
