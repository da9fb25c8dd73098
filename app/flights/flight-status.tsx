import { type AccountFlight } from '#contract/flight.ts'

const STATUS: Record<AccountFlight['status'], { text: string; tone: string }> = {
  scheduled: { text: 'scheduled', tone: 'good' },
  boarding: { text: 'boarding', tone: 'info' },
  departed: { text: 'departed', tone: 'line' },
  landed: { text: 'landed', tone: 'line' },
  delayed: { text: 'delayed', tone: 'warn' },
  called_off: { text: 'called off', tone: 'bad' },
}

/** The status of a flight. */
export function FlightStatusChip({ status }: Pick<AccountFlight, 'status'>) {
  const { text, tone } = STATUS[status]
  return <span className={`chip ${tone}`}>{text}</span>
}
