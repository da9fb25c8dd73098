import { type AvailableDeparture } from '#contract/availability.ts'
import { type Order, type OrderFlight } from '#contract/order.ts'
import { checkoutSearch, type CheckoutQuery } from '../visit/checkout-query.ts'
import { findOwnHold } from './choice.ts'
import { describeDivision } from './two-aircraft.ts'
import { formatDay, formatTime, toLocalTime, formatZone } from '../format/local-time.ts'

export interface Alternative {
  text: string
  href: string
}

/** Other flights for the same party: on the same day first, then on the next day with one. */
export function listAlternatives(facts: {
  /** Path of the product's checkout: `/checkout/6`. */
  path: string
  query: CheckoutQuery
  departures: readonly AvailableDeparture[]
  nextDate: string | null
}): Alternative[] {
  const { path, query, departures, nextDate } = facts
  const sameDay = departures.flatMap((one) => toAlternative(one, { path, query }) ?? []).slice(0, 4)
  if (!nextDate) return sameDay
  const search = checkoutSearch(query, { date: nextDate, departureId: undefined })
  return [...sameDay, { text: formatDay(nextDate), href: `${path}${search}#departures` }]
}

/** A departure with room for the party, or the two that have it together. */
function toAlternative(
  one: AvailableDeparture,
  { path, query }: { path: string; query: CheckoutQuery },
): Alternative | undefined {
  const { departure_id: departureId, two_aircraft: pair } = one
  if (one.status === 'open' && departureId === query.departureId) return undefined
  if (one.status !== 'open' && !pair) return undefined
  const secondId = one.status === 'open' ? undefined : pair?.second.departure_id
  const times =
    secondId === undefined ? formatTime(one.local_time) : `Together on two: ${describeDivision(one) ?? ''}`
  return {
    text: `${times} on the same day`,
    href: `${path}/pay${checkoutSearch(query, { departureId, secondId })}`,
  }
}

/** The departure that the page is for. */
interface ChosenSlot {
  departure: Pick<AvailableDeparture, 'departure_id' | 'depart_at'> | undefined
}

export interface HeldSeats {
  text: string
  /** Milliseconds until the hold has expired by time; 0 if it has already. */
  lastsMs: number
}

/**
 * The text about seats that the visitor holds, or held until now; undefined if there is nothing to
 * say. The time is in the terminal's zone, with its name.
 */
export function describeHeldSeats(
  order: Order | undefined,
  choice: ChosenSlot,
  now: Date,
): HeldSeats | undefined {
  if (order && isOver(order, now) && isSameSlot(order.flights[0], choice.departure)) {
    return { text: LAPSED, lastsMs: 0 }
  }
  const text = heldNote(order, choice, now)
  if (!text || !order?.held_until) return undefined
  return { text, lastsMs: new Date(order.held_until).getTime() - now.getTime() }
}

/**
 * Also covers a declined payment that is still open at the provider: its hold has expired, and the
 * payment is never charged.
 */
function isOver(order: Order, now: Date): boolean {
  if (order.status === 'expired') return true
  const declined = order.status === 'awaiting_payment' && order.last_payment_error && !order.payment_url
  return Boolean(declined && order.held_until && new Date(order.held_until) <= now)
}

const LAPSED =
  'Your seats are no longer held, and you have not been charged. Book now to take them again ' +
  'while they are free.'

function heldNote(order: Order | undefined, choice: ChosenSlot, now: Date): string | undefined {
  const hold = order && findOwnHold(order, now)
  const flight = order?.flights[0]
  if (!hold || !order.held_until || !flight) return undefined
  const until =
    `${formatTime(toLocalTime(order.held_until, flight.timezone))} ` +
    `${formatZone(order.held_until, flight.timezone)}`
  if (isSameSlot(flight, choice.departure)) return `Held for you until ${until}.`
  const seats = `${String(hold.seats)} ${hold.seats === 1 ? 'seat' : 'seats'}`
  const departure = `${formatDay(flight.local_date)}, ${formatTime(flight.local_time)}`
  return `You still hold ${seats} on ${departure} until ${until}. Booking this flight lets them go.`
}

function isSameSlot(flight: OrderFlight | undefined, departure: ChosenSlot['departure']): boolean {
  return (
    flight !== undefined &&
    departure?.departure_id === flight.departure_id &&
    new Date(departure.depart_at).getTime() === new Date(flight.depart_at).getTime()
  )
}
