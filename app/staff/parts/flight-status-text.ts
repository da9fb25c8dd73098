import { type FlightStatus } from '#contract/enums.ts'

/** How a flight's status is called, and how it looks. */
export const FLIGHT_STATUS: Record<FlightStatus, { text: string; tone: string }> = {
  scheduled: { text: 'scheduled', tone: 'line' },
  boarding: { text: 'boarding', tone: 'info' },
  departed: { text: 'in the air', tone: 'info' },
  landed: { text: 'landed', tone: 'good' },
  delayed: { text: 'delayed', tone: 'warn' },
  called_off: { text: 'called off', tone: 'bad' },
}

/** What the button says that sets a status. */
export const STATUS_STEPS: Record<FlightStatus, string> = {
  scheduled: 'Back to scheduled',
  boarding: 'Boarding',
  departed: 'In the air',
  landed: 'Landed',
  delayed: 'Delayed',
  called_off: 'Called off',
}
