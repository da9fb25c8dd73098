import { type AccountFlight } from '#contract/flight.ts'

const STATUS: Record<AccountFlight['status'], { text: string; look: string }> = {
  scheduled: { text: 'scheduled', look: 'good' },
  boarding: { text: 'boarding', look: 'info' },
  departed: { text: 'departed', look: 'line' },
  landed: { text: 'landed', look: 'line' },
  delayed: { text: 'delayed', look: 'warn' },
  called_off: { text: 'called off', look: 'bad' },
}

/** How a flight stands. */
export function FlightStatusChip({ status }: Pick<AccountFlight, 'status'>) {
  const { text, look } = STATUS[status]
  return <span className={`chip ${look}`}>{text}</span>
}
