import { type FlightLoad, partyFits, wholeFlightPossible, wholeFlightsNeeded } from '../seats/seat-room.ts'
import { ASSUMED_WEIGHT_LBS } from '../seats/party-weight.ts'

/** What of one departure can still be sold. */
export interface DepartureRoom {
  /** Passengers one aircraft takes. */
  capacity: number
  /** Seats left on the one aircraft that sells single seats: the largest party that fits. */
  seatsLeft: number
  /** Aircraft that can be sold whole: none as soon as one seat is taken. */
  wholeFlights: number
}

/**
 * The room of a slot. Single seats are sold on one aircraft only, so that a party never sits on two; whole aircraft
 * only while nobody is on any. Passengers who have not told their weight yet count as `ASSUMED_WEIGHT_LBS`.
 *
 * @param loads the aircraft already on the slot, without called-off ones
 * @param free what the aircraft could take that may fly the slot and are busy nowhere else, those of `loads` included
 */
export function getDepartureRoom(
  loads: readonly FlightLoad[],
  free: readonly { capacity: number; maxWeightLbs: number }[],
): DepartureRoom {
  const taken = loads.find((load) => load.seatsTaken > 0)
  if (taken) return { capacity: taken.capacity, seatsLeft: seatsLeftOn(taken), wholeFlights: 0 }
  const rooms = free.map((one) => seatsLeftOn({ ...one, seatsTaken: 0, weightTakenLbs: 0 }))
  return {
    capacity: free[0]?.capacity ?? 0,
    seatsLeft: Math.max(0, ...rooms),
    wholeFlights: wholeFlightPossible(loads) ? free.length : 0,
  }
}

function seatsLeftOn(load: FlightLoad): number {
  let seats = Math.max(0, load.capacity - load.seatsTaken)
  while (seats > 0 && !partyFits(load, seats, seats * ASSUMED_WEIGHT_LBS)) seats -= 1
  return seats
}

export interface PartySize {
  quantityType: 'seat' | 'flight'
  /** People. */
  quantity: number
}

/** `open`: the party can book; `sold_out`: nothing is left of what it wants; `too_few`: something is, but not enough. */
export function getRoomStatus(room: DepartureRoom, party: PartySize): 'open' | 'sold_out' | 'too_few' {
  const [wanted, left] =
    party.quantityType === 'seat'
      ? [party.quantity, room.seatsLeft]
      : [wholeFlightsNeeded(party.quantity, Math.max(1, room.capacity)), room.wholeFlights]
  if (left <= 0) return 'sold_out'
  return wanted <= left ? 'open' : 'too_few'
}
