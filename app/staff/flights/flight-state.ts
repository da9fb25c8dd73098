import { type FlightStatus } from '#contract/enums.ts'
import { type DayFlight } from '#contract/flight-day.ts'
import { FLIGHT_STATUS } from '../parts/flight-status-text.ts'

export interface FlightLoad {
  status: FlightStatus
  hasPilot: boolean
  /** Seats that are sold or held. */
  taken: number
  /** The weight that counts, and what the aircraft may carry. */
  pounds: number
  maxPounds: number
  /** Those who are checked in, and all who are expected. */
  here: number
  expected: number
}

const AHEAD: readonly FlightStatus[] = ['scheduled', 'boarding', 'delayed']

/** Whether a flight has still to leave. */
export const isAhead = (status: FlightStatus): boolean => AHEAD.includes(status)

type SeatsTaken = Pick<DayFlight, 'status' | 'seats_sold' | 'seats_held'>

/** Whether a flight has still to leave though all its seats came back. */
export const isEmpty = (flight: SeatsTaken): boolean =>
  isAhead(flight.status) && flight.seats_sold + flight.seats_held === 0

const TONES: Partial<Record<FlightStatus, string>> = {
  departed: 'in-air',
  landed: 'ok',
  called_off: 'off',
  delayed: 'late',
  boarding: 'here',
}

/**
 * A state as a shape and a word; what keeps a flight from leaving comes before how far it is. A
 * flight whose seats all came back need not leave.
 */
export function describeState(flight: FlightLoad): { tone: string; text: string } {
  const { status, here } = flight
  if (isAhead(status) && flight.taken === 0) return { tone: 'off', text: 'Nobody booked' }
  if (isAhead(status) && !flight.hasPilot) return { tone: 'bad', text: 'No pilot' }
  if (isAhead(status) && flight.pounds > flight.maxPounds) return { tone: 'bad', text: 'Too heavy' }
  if (isAhead(status) && status !== 'delayed' && here > 0) {
    return { tone: 'here', text: `Check-in ${String(here)} of ${String(flight.expected)}` }
  }
  const { text } = FLIGHT_STATUS[status]
  return { tone: TONES[status] ?? '', text: text.charAt(0).toUpperCase() + text.slice(1) }
}

export const stateClass = (tone: string): string => (tone === '' ? 'st' : `st ${tone}`)

const IN_ORDER: readonly FlightStatus[] = ['scheduled', 'delayed', 'boarding', 'departed', 'landed']

interface Steps {
  next: FlightStatus | undefined
  mayBeDelayed: boolean
  back: FlightStatus | undefined
}

/** The steps that a flight may take now: on, to a delay, and back. */
export function sortSteps(status: FlightStatus, steps: readonly FlightStatus[]): Steps {
  const others = steps.filter((to) => to !== 'delayed')
  const isOn = (to: FlightStatus) => IN_ORDER.indexOf(to) > IN_ORDER.indexOf(status)
  return {
    next: others.find(isOn),
    mayBeDelayed: steps.includes('delayed'),
    back: others.find((to) => !isOn(to)),
  }
}

/** Whether a flight has taken a step, or gone further. */
export const isReached = (status: FlightStatus, step: FlightStatus): boolean =>
  IN_ORDER.indexOf(status) >= IN_ORDER.indexOf(step)
