import { type OrderFlight } from '#contract/order.ts'
import { formatDayAndYear, splitTime } from '../format/local-time.ts'

interface FlightBriefProps {
  title: string
  flight: Pick<
    OrderFlight,
    'local_time' | 'local_date' | 'depart_at' | 'timezone_label' | 'product_name' | 'terminal_name'
  >
}

/** When a flight leaves, in its terminal's zone. */
export function FlightBrief({ title, flight }: FlightBriefProps) {
  const { clock, half } = splitTime(flight.local_time)
  return (
    <div>
      <p className="sm muted">{title}</p>
      <time className="t t-l" dateTime={flight.depart_at}>
        {clock}
        <small>
          {' '}
          {half} {flight.timezone_label}
        </small>
      </time>
      <p className="mt2">
        <b>{formatDayAndYear(flight.local_date)}</b>
        <br />
        <span className="muted">
          {flight.product_name}, from {flight.terminal_name}
        </span>
      </p>
    </div>
  )
}
