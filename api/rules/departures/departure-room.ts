import {
  type FlightLoad,
  partyFits,
  payloadLeft,
  wholeFlightPossible,
  wholeFlightsNeeded,
} from '../seats/seat-room.ts'
import { ASSUMED_WEIGHT_LBS, partyWeight } from '../seats/party-weight.ts'

/** What of one departure can still be sold. */
export interface DepartureRoom {
  /** Passengers one aircraft takes. */
  capacity: number
  /** Seats left on the one aircraft that sells single seats: the largest party that fits. */
  seatsLeft: number
  /** Aircraft that can be sold whole: none as soon as one seat is taken. */
  wholeFlights: number
  /**
   * What each aircraft could still take that a party of single seats, or the first of whole ones,
   * may go on.
   */
  aircraft: readonly { seats: number; payloadLbs: number }[]
}

/** Nothing is left for anybody. */
export const withoutRoom = (room: DepartureRoom): DepartureRoom => ({
  ...room,
  seatsLeft: 0,
  wholeFlights: 0,
  aircraft: [],
})

/**
 * The room of a slot. Single seats are sold on one aircraft only, so that a party never sits on
 * two; whole aircraft only while nobody is on any. Passengers who have not told their weight yet
 * count as `ASSUMED_WEIGHT_LBS`.
 *
 * @param loads the aircraft already on the slot, without called-off ones
 * @param free what the aircraft could take that may fly the slot and are busy nowhere else, those
 *   of `loads` included
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
  /** People. */
  quantity: number
  /** What the people of the party weigh, as far as they said; nothing while nobody did. */
  weights?: readonly (number | null)[] | undefined
  /** Seats beyond one for each, for those who need two. */
  secondSeats?: number | undefined
}

/**
 * `open`: the party can book; `sold_out`: nothing is left of what it wants; `too_few`: something
 * is, but not enough; `too_heavy`: seats are, but the aircraft cannot carry the party's weight.
 */
export type RoomStatus = 'open' | 'sold_out' | 'too_few' | 'too_heavy'

export function getRoomStatus(room: DepartureRoom, party: PartySize): RoomStatus {
  const seats = party.quantity + (party.secondSeats ?? 0)
  const aircraft = wholeFlightsNeeded(seats, Math.max(1, room.capacity))
  const [wanted, left] =
    party.quantityType === 'seat' ? [seats, seatsFor(room, party)] : [aircraft, room.wholeFlights]
  if (left <= 0) return 'sold_out'
  if (wanted > left) return 'too_few'
  return carries(room, party, party.quantityType === 'seat' ? seats : undefined, aircraft)
    ? 'open'
    : 'too_heavy'
}

/** Where the weights are known, seats are seats: nobody's is assumed. */
const seatsFor = (room: DepartureRoom, { weights }: PartySize) =>
  weights ? Math.max(0, ...room.aircraft.map(({ seats }) => seats)) : room.seatsLeft

function carries(
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
