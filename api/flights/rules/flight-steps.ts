import { type FlightState } from '../../rules/time/flight-day.ts'

/**
 * How a flight goes on, and one step back where somebody pressed too early. Calling off is a
 * departure's, not a flight's.
 */
export const flightSteps: Readonly<Record<FlightState, readonly FlightState[]>> = {
  scheduled: ['boarding', 'delayed'],
  delayed: ['boarding', 'scheduled'],
  boarding: ['departed', 'delayed', 'scheduled'],
  departed: ['landed', 'boarding'],
  landed: ['departed'],
  called_off: [],
}

/** Nobody boards, and nothing leaves, long before its time. */
const EARLIEST_BEFORE_MS = 6 * 3_600_000

const TOO_EARLY: readonly FlightState[] = ['boarding', 'departed', 'landed']

export type StepProblem = 'not_next' | 'too_early'

/**
 * Why a flight cannot be set from one status to another now; undefined when it can, or stays as it
 * is.
 */
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

/** What a flight may be set to now. */
export const nextSteps = (from: FlightState, when: { departAt: Date; now: Date }): FlightState[] =>
  flightSteps[from].filter((to) => findStepProblem(from, to, when) === undefined)
