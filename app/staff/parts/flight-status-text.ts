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

/** The label of the button that sets a status. */
export const STATUS_STEPS: Record<FlightStatus, string> = {
  scheduled: 'Back to scheduled',
  boarding: 'Boarding',
  departed: 'In the air',
  landed: 'Landed',
  delayed: 'Delayed',
  called_off: 'Called off',
}
