/** One aircraft on a slot, with its sold and held load. */
export interface FlightLoad {
  capacity: number
  maxWeightLbs: number
  seatsTaken: number
  weightTakenLbs: number
}

export interface AircraftLimits {
  id: number
  capacity: number
  maxWeightLbs: number
}

/**
 * The step to which the remaining payload of an occupied aircraft is rounded down. Otherwise a
 * stranger could find out a passenger's exact weight by trying which weight still fits.
 */
export const PAYLOAD_STEP_LBS = 50

/**
 * The weight that a further party may bring: all of an empty aircraft, otherwise the remaining
 * payload in whole steps.
 */
export function payloadLeft({ seatsTaken, maxWeightLbs, weightTakenLbs }: FlightLoad): number {
  if (seatsTaken === 0) return maxWeightLbs
  return Math.max(0, Math.floor((maxWeightLbs - weightTakenLbs) / PAYLOAD_STEP_LBS) * PAYLOAD_STEP_LBS)
}

/** A party fits only together on one aircraft, by seats and by weight. */
export function partyFits(load: FlightLoad, seats: number, weightLbs: number): boolean {
  return load.seatsTaken + seats <= load.capacity && weightLbs <= payloadLeft(load)
}

/** An aircraft without passengers. */
export function emptyLoad({ capacity, maxWeightLbs }: AircraftLimits): FlightLoad {
  return { capacity, maxWeightLbs, seatsTaken: 0, weightTakenLbs: 0 }
}

/** The number of whole aircraft for a party: ceil(quantity / capacity), spec section 9. */
export function wholeFlightsNeeded(party: number, capacity: number): number {
  return Math.ceil(party / capacity)
}

/** Whole flights are sold only while every aircraft of the slot is empty. */
export function wholeFlightPossible(loads: readonly FlightLoad[]): boolean {
  return loads.every(({ seatsTaken }) => seatsTaken === 0)
}

/**
 * Spreads a party's weight over several aircraft as evenly as whole pounds allow; the parts sum to
 * the whole.
 */
export function spreadWeight(weightLbs: number, aircraft: number): number[] {
  const each = Math.floor(weightLbs / aircraft)
  const rest = weightLbs % aircraft
  return Array.from({ length: aircraft }, (_, index) => each + (index < rest ? 1 : 0))
}

/** `LR-0042`; further aircraft of the same slot are `LR-0042B`, `LR-0042C`, … */
export function flightCode(slotId: number, position: number): string {
  const letter = position === 0 ? '' : String.fromCharCode(65 + (position % 26))
  return `LR-${String(slotId).padStart(4, '0')}${letter}`
}
