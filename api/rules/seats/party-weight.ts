/**
 * What a passenger weighs in the plan until their own weight is known: 190 lb, the standard figure
 * for an adult with clothing. It keeps a flight of undeclared passengers within its limit (4 × 190
 * = 760 of 900 lb, 6 × 190 = 1,140 of 1,350 lb); the true weights are checked when they are given
 * and on the scale at check-in.
 */
export const ASSUMED_WEIGHT_LBS = 190

/**
 * Seats a party needs beyond one for each passenger: who weighs more than a seat's harness takes
 * sits on two.
 *
 * @param declared weights in pounds; who has not said theirs needs one seat
 */
export function secondSeatsFor(
  seats: number,
  declared: readonly (number | null | undefined)[],
  seatLimitLbs: number,
): number {
  return declared.slice(0, seats).filter((weight) => (weight ?? 0) > seatLimitLbs).length
}

/**
 * The weight counted for a party, in pounds: declared where given, assumed for everybody else.
 *
 * @param seats size of the party
 * @param declared weights in pounds, at most one for each seat
 */
export function partyWeight(seats: number, declared: readonly (number | null | undefined)[]): number {
  const known = declared.slice(0, seats).filter((weight): weight is number => typeof weight === 'number')
  return known.reduce((sum, weight) => sum + weight, 0) + (seats - known.length) * ASSUMED_WEIGHT_LBS
}
