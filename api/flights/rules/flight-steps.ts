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

export type StepProblem = 'not_next' | 'too_early'

/** Returns why a flight's status cannot change now; undefined when it can, or is unchanged. */
export function findStepProblem(
  from: FlightState,
  to: FlightState,
  { departAt, now }: { departAt: Date; now: Date },
): StepProblem | undefined {
  if (from === to) return undefined
  if (!flightSteps[from].includes(to)) return 'not_next'
  const early = departAt.getTime() - now.getTime() > EARLIEST_BEFORE_MS
  return early && TOO_EARLY.includes(to) ? 'too_early' : undefined
}

/** The statuses that a flight may be set to now. */
export const nextSteps = (from: FlightState, when: { departAt: Date; now: Date }): FlightState[] =>
  flightSteps[from].filter((to) => findStepProblem(from, to, when) === undefined)
