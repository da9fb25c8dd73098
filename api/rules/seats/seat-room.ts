/** One aircraft on a slot, with what is sold and held on it. */
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
 * What is left of an aircraft that others are on counts in such steps, rounded down. Otherwise
 * anybody could find out to the pound what a passenger weighs, by trying which weight still fits
 * beside them.
 */
export const PAYLOAD_STEP_LBS = 50

/**
 * The weight a further party may bring: all of an empty aircraft, else what is left in whole steps.
 */
export function payloadLeft({ seatsTaken, maxWeightLbs, weightTakenLbs }: FlightLoad): number {
  if (seatsTaken === 0) return maxWeightLbs
  return Math.max(0, Math.floor((maxWeightLbs - weightTakenLbs) / PAYLOAD_STEP_LBS) * PAYLOAD_STEP_LBS)
}

/** A party fits only whole, by seats and by weight, on one aircraft. */
export function partyFits(load: FlightLoad, seats: number, weightLbs: number): boolean {
  return load.seatsTaken + seats <= load.capacity && weightLbs <= payloadLeft(load)
}

/** An aircraft nobody is on. */
export function emptyLoad({ capacity, maxWeightLbs }: AircraftLimits): FlightLoad {
  return { capacity, maxWeightLbs, seatsTaken: 0, weightTakenLbs: 0 }
}

/** Aircraft needed for a party that buys them whole: ceil(quantity / capacity), spec section 9. */
export function wholeFlightsNeeded(party: number, capacity: number): number {
  return Math.ceil(party / capacity)
}

/** Whole flights are sold only while nobody is on any aircraft of the slot. */
export function wholeFlightPossible(loads: readonly FlightLoad[]): boolean {
  return loads.every(({ seatsTaken }) => seatsTaken === 0)
}

/**
 * A party's weight over several aircraft, as even as whole pounds allow; the parts sum to the
 * whole.
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
