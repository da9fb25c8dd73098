import { type UnfitReason } from '#contract/flight-board.ts'
import { secondSeatsFor } from '../../rules/departures/availability.ts'
import { type FlightState } from '../../rules/time/flight-day.ts'

/** What guests bought together who would fly on another flight. */
export interface MovingParty {
  /** Seats, second seats included. */
  units: number
  weightLbs: number
  /** The weights of the people, as far as they are known. */
  weights: readonly (number | null)[]
}

/** When a departure leaves, and what its seats were sold as. */
export interface SoldAs {
  /** The list price of a seat, in cents. */
  seatCents: number
  /** The fare gives the money back when the operator cannot keep what was bought. */
  givesBack: boolean
  isSunset: boolean
  /** When it is expected to land. */
  arriveAt: Date
  /** At its terminal on that day. */
  lastLight: Date | null
}

export interface TargetFlight extends SoldAs {
  status: FlightState
  /** As it was sold, which every sale goes by. */
  scheduledAt: Date
  departAt: Date
  isOnHold: boolean
  category: string
  seatsTaken: number
  capacity: number
  weightTakenLbs: number
  maxWeightLbs: number
  seatLimitLbs: number
}

const reason = (kind: UnfitReason['kind'], more: Partial<UnfitReason> = {}): UnfitReason => ({
  kind,
  flight_code: null,
  from: null,
  until: null,
  count: null,
  limit: null,
  ...more,
})

const isAhead = ({ status }: Pick<TargetFlight, 'status'>) => status === 'scheduled' || status === 'delayed'

/** Whether a flight still takes guests: it neither boards nor is its time over. */
export const takesGuests = (
  flight: Pick<TargetFlight, 'status' | 'scheduledAt' | 'departAt'>,
  now: Date,
): boolean => isAhead(flight) && flight.scheduledAt > now && flight.departAt > now

/** A dearer fare costs nobody more; with a cheaper one, or fewer rights, they get less than was bought. */
const isWorse = (from: SoldAs, to: SoldAs) =>
  to.seatCents < from.seatCents || (from.givesBack && !to.givesBack)

const landsInLight = ({ arriveAt, lastLight }: SoldAs) => lastLight === null || arriveAt <= lastLight

/** Whether somebody would need a second seat on an aircraft that was not bought. */
export const lacksSecondSeat = (parties: readonly MovingParty[], seatLimitLbs: number): boolean =>
  parties.some(
    ({ units, weights }) => weights.length + secondSeatsFor(weights.length, weights, seatLimitLbs) > units,
  )

/**
 * Why guests of one flight cannot fly on another one of the same product; empty if they can. It is what
 * refuses the press as well.
 *
 * @param from the flight that they leave, with the category that they bought
 */
export function judgeTarget(
  parties: readonly MovingParty[],
  from: SoldAs & { category: string },
  to: TargetFlight,
  now: Date,
): UnfitReason[] {
  const seats = parties.reduce((sum, one) => sum + one.units, 0)
  const pounds = parties.reduce((sum, one) => sum + one.weightLbs, 0)
  const [missing, over] = [to.seatsTaken + seats - to.capacity, to.weightTakenLbs + pounds - to.maxWeightLbs]
  return [
    takesGuests(to, now) ? [] : [reason('gone')],
    to.isOnHold ? [reason('on_hold')] : [],
    to.category === from.category ? [] : [reason('other_category')],
    from.isSunset && !to.isSunset ? [reason('not_sunset')] : [],
    isWorse(from, to) ? [reason('other_fare')] : [],
    missing > 0 ? [reason('too_few_seats', { count: missing })] : [],
    over > 0 ? [reason('too_heavy', { count: over })] : [],
    lacksSecondSeat(parties, to.seatLimitLbs) ? [reason('second_seat')] : [],
    landsInLight(from) && !landsInLight(to)
      ? [reason('dark', { from: to.lastLight?.toISOString() ?? null })]
      : [],
  ].flat()
}
