import { addDays } from '../../rules/time/local-time.ts'
import { type ReportSource } from './report-source.ts'
import { instantsOf, type ReportSpan } from './report-span.ts'

const KEYS = {
  day: { key: `s.local_date::text`, label: `s.local_date::text` },
  product: { key: `s.product_id::text`, label: `p.name` },
} as const
export type FlightGroup = keyof typeof KEYS

/** Where a row is a flight. */
export const FLIGHT_ROW = {
  id: 'f.id',
  at: 's.depart_at',
  timezone: 'l.timezone',
  text: `p.name || ' · ' || f.flight_code`,
  flightId: 'f.id',
} as const satisfies ReportSource['row']

/**
 * The days of a report at any terminal. Terminals may be in other time zones than the shop: one day
 * more on either side covers them.
 */
export function daysAtTerminals(span: ReportSpan): [first: Date, last: Date, from: string, to: string] {
  const wider = { ...span, from: addDays(span.from, -1), to: addDays(span.to, 1) }
  return [...instantsOf(wider), span.from, span.to]
}

/** Flights with passengers of these days, `$1` to `$4`. */
export const FLIGHTS_WITH_GUESTS = `s.depart_at >= $1 and s.depart_at < $2
        and s.local_date between $3 and $4
        and s.called_off_at is null and f.status <> 'called_off' and f.seats_sold > 0`

/**
 * Seats of flights with passengers, by the calendar day of their terminal. Cancelled departures are
 * excluded; an aircraft that was bought whole counts with all its seats.
 */
export const flightsSource = (span: ReportSpan, by: FlightGroup, now: Date): ReportSource => ({
  from: `slots s
      join flights f on f.slot_id = s.id
      join products p on p.id = s.product_id
      join terminals l on l.id = s.terminal_id
      where ${FLIGHTS_WITH_GUESTS}`,
  values: [...daysAtTerminals(span), now],
  ...KEYS[by],
  figures: {
    sold: 'sum(f.seats_sold)',
    flown: 'sum(f.seats_sold) filter (where f.depart_at <= $5)',
    seats: 'sum(f.capacity)',
    flights: 'count(*)',
  },
  order: by === 'day' ? 'key' : 'largest',
  row: FLIGHT_ROW,
})
