import { type FlightStatus } from '#contract/enums.ts'

/** How a flight's status is called, and how it looks. */
export const FLIGHT_STATUS: Record<FlightStatus, { text: string; look: string }> = {
  scheduled: { text: 'scheduled', look: 'line' },
  boarding: { text: 'boarding', look: 'info' },
  departed: { text: 'in the air', look: 'info' },
  landed: { text: 'landed', look: 'good' },
  delayed: { text: 'delayed', look: 'warn' },
  called_off: { text: 'called off', look: 'bad' },
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
