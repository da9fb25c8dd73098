import { type FlightState } from '../../rules/time/flight-day.ts'

/**
 * The steps of a flight's status, including one step back to correct a mistake. Cancelling is a
 * step of the departure, not of its flights.
 */
export const flightSteps: Readonly<Record<FlightState, readonly FlightState[]>> = {
  scheduled: ['boarding', 'delayed'],
  delayed: ['boarding', 'scheduled'],
  boarding: ['departed', 'delayed', 'scheduled'],
  departed: ['landed', 'boarding'],
  landed: ['departed'],
  called_off: [],
}

/** Whether a flight has still to leave. */
export const isAhead = (status: FlightState): boolean =>
  status === 'scheduled' || status === 'delayed' || status === 'boarding'

/** Boarding and departure are possible at most six hours early. */
const EARLIEST_BEFORE_MS = 6 * 3_600_000

const TOO_EARLY: readonly FlightState[] = ['boarding', 'departed', 'landed']

export type StepProblem = 'not_next' | 'too_early' | 'has_new_time'

interface StepTimes {
  departAt: Date
  /** How much later than it was sold. */
  delayMins: number
  now: Date
}

/** Returns why a flight's status cannot change now; undefined when it can, or is unchanged. */
export function findStepProblem(
  from: FlightState,
  to: FlightState,
  { departAt, delayMins, now }: StepTimes,
): StepProblem | undefined {
  if (from === to) return undefined
  if (!flightSteps[from].includes(to)) return 'not_next'
  // Guests who were told of a delay are told that there is none any more; only a delay of 0 does that.
  if (to === 'scheduled' && delayMins > 0) return 'has_new_time'
  const early = departAt.getTime() - now.getTime() > EARLIEST_BEFORE_MS
  return early && TOO_EARLY.includes(to) ? 'too_early' : undefined
}

/** The statuses that a flight may be set to now. */
export const nextSteps = (from: FlightState, when: StepTimes): FlightState[] =>
  flightSteps[from].filter((to) => findStepProblem(from, to, when) === undefined)
