import { type UnfitReason } from '#contract/flight-board.ts'
import { exceedsLimits, type TakenFlight } from '../../rules/seats/refit.ts'
import { type DayFlightFacts } from './day-tasks.ts'
import { findPilotClash } from './pilot-clash.ts'

export interface Machine {
  id: number
  typeId: number
  terminalId: number
  category: string
  capacity: number
  maxWeightLbs: number
  turnaroundMins: number
  inService: boolean
  /** Spans in which it does not fly all the same. */
  outages: readonly { from: Date; until: Date }[]
}

/** A flight that may get another aircraft or pilot, and the others of its day. */
export interface FlightToAssign {
  flight: DayFlightFacts
  /** What is sold and held on it, and its limits. */
  taken: TakenFlight
  day: readonly DayFlightFacts[]
}

const MINUTE = 60_000

const reason = (kind: UnfitReason['kind'], more: Partial<UnfitReason> = {}): UnfitReason => ({
  kind,
  flight_code: null,
  from: null,
  until: null,
  count: null,
  limit: null,
  ...more,
})

const about = (flight: DayFlightFacts): Partial<UnfitReason> => ({
  flight_code: flight.code,
  from: flight.departAt.toISOString(),
  until: flight.readyAt.toISOString(),
})

const isOther = (flight: DayFlightFacts) => (one: DayFlightFacts) =>
  one.id !== flight.id && one.status !== 'called_off'

/**
 * Why an aircraft cannot fly a flight, as the change of the aircraft would be refused; empty if it
 * can. `lacking` has the types on which somebody would need a second seat.
 */
export function judgeAircraft(
  { flight, taken, day }: FlightToAssign,
  machine: Machine,
  { present, lacking }: { present: Machine | undefined; lacking: ReadonlySet<number> },
): UnfitReason[] {
  const leaves = flight.departAt.getTime()
  const readyAt = new Date(flight.arriveAt.getTime() + machine.turnaroundMins * MINUTE)
  const busy = day
    .filter(isOther(flight))
    .find((one) => one.aircraft.id === machine.id && one.departAt < readyAt && one.readyAt.getTime() > leaves)
  const isOut = machine.outages.some(({ from, until }) => from < readyAt && until.getTime() > leaves)
  const refitted = { ...flight, aircraft: { ...flight.aircraft, id: machine.id }, readyAt }
  const late = findClashes(refitted, flight.pilotId, day)[0]
  return [
    machine.inService && !isOut ? [] : [reason('out_of_service')],
    machine.category === present?.category ? [] : [reason('other_category')],
    exceedsLimits({ ...taken, weightTakenLbs: 0 }, machine)
      ? [reason('too_few_seats', { count: taken.seatsTaken - machine.capacity })]
      : [],
    exceedsLimits({ ...taken, seatsTaken: 0 }, machine)
      ? [reason('too_heavy', { count: taken.weightTakenLbs - machine.maxWeightLbs })]
      : [],
    lacking.has(machine.typeId) ? [reason('second_seat')] : [],
    busy ? [reason('busy', about(busy))] : [],
    late ? [reason('pilot_busy', about(late.other))] : [],
  ].flat()
}

/** By how many pounds a flight would be over the limit of an aircraft, with what is sold and held now. */
export const poundsOver = (
  { weightTakenLbs }: Pick<TakenFlight, 'weightTakenLbs'>,
  { maxWeightLbs }: Pick<Machine, 'maxWeightLbs'>,
): number => Math.max(0, weightTakenLbs - maxWeightLbs)

/** Why a pilot cannot fly a flight beside the own ones of the day; empty if they can. */
export const judgePilot = ({ flight, day }: FlightToAssign, pilotId: number): UnfitReason[] =>
  findClashes(flight, pilotId, day).map(({ other, clash }) =>
    clash.reason === 'overlap'
      ? reason('busy', about(other))
      : reason('too_far', { ...about(other), count: clash.minutes }),
  )

function findClashes(flight: DayFlightFacts, pilotId: number | null, day: readonly DayFlightFacts[]) {
  if (pilotId === null) return []
  return day
    .filter((one) => isOther(flight)(one) && one.pilotId === pilotId)
    .flatMap((other) => {
      const clash = findPilotClash(flight, other)
      return clash ? [{ other, clash }] : []
    })
}

/** The span around a flight in which whoever flies the others of these has nothing else to fly. */
export function findFreeSpan(
  flight: DayFlightFacts,
  own: readonly DayFlightFacts[],
): { free_from: string | null; free_until: string | null } {
  const others = own.filter(isOther(flight))
  const before = others.filter((one) => one.departAt <= flight.departAt).map(({ readyAt }) => readyAt)
  const after = others.filter((one) => one.departAt > flight.departAt).map(({ departAt }) => departAt)
  const times = (dates: readonly Date[]) => dates.map((at) => at.getTime())
  return {
    free_from: before.length === 0 ? null : new Date(Math.max(...times(before))).toISOString(),
    free_until: after.length === 0 ? null : new Date(Math.min(...times(after))).toISOString(),
  }
}
