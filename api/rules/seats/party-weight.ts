/**
 * The assumed weight of a passenger until their own is known: 190 lb, the standard figure for an
 * adult with clothing. It keeps a flight without stated weights within its limit (4 × 190 = 760 of
 * 900 lb, 6 × 190 = 1,140 of 1,350 lb). The real weights are checked when they are entered and on
 * the scale at check-in.
 */
export const ASSUMED_WEIGHT_LBS = 190

/**
 * The second seats of a party: a passenger above the limit of a seat's harness needs two seats.
 * @param declared weights in pounds; a passenger without a stated weight needs one seat
 */
export function secondSeatsFor(
  seats: number,
  declared: readonly (number | null | undefined)[],
  seatLimitLbs: number,
): number {
  return declared.slice(0, seats).filter((weight) => (weight ?? 0) > seatLimitLbs).length
}

/**
 * The counted weight of a party in pounds: stated weights, and the assumed weight for everybody
 * else.
 * @param seats size of the party
 * @param declared weights in pounds, at most one per seat
 */
export function partyWeight(seats: number, declared: readonly (number | null | undefined)[]): number {
  const known = declared.slice(0, seats).filter((weight): weight is number => typeof weight === 'number')
  return known.reduce((sum, weight) => sum + weight, 0) + (seats - known.length) * ASSUMED_WEIGHT_LBS
}
