import { type FlightStatus } from '#contract/enums.ts'

/** The label and the colour of a flight's status. */
export const FLIGHT_STATUS: Record<FlightStatus, { text: string; tone: string }> = {
  scheduled: { text: 'scheduled', tone: 'line' },
  boarding: { text: 'boarding', tone: 'info' },
  departed: { text: 'in the air', tone: 'info' },
  landed: { text: 'landed', tone: 'good' },
  delayed: { text: 'delayed', tone: 'warn' },
  called_off: { text: 'called off', tone: 'bad' },
}

/** The label of the button that takes a flight one step on. */
export const NEXT_STEPS: Partial<Record<FlightStatus, string>> = {
  boarding: 'Start boarding',
  departed: 'In the air',
  landed: 'Landed',
}

/** The label of the button that takes a step back. */
export const BACK_STEPS: Partial<Record<FlightStatus, string>> = {
  scheduled: 'Back to scheduled',
  boarding: 'Back to boarding',
  departed: 'Back in the air',
}
