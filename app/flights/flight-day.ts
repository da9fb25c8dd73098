import { type Order, type OrderFlight } from '#contract/order.ts'
import { formatTime, toLocalTime, formatZone } from '../format/local-time.ts'

/**
 * What the return page has to say; `given_up` is an order that was paid, then cancelled by its
 * buyer.
 */
export type PurchaseState = 'booked' | 'unfinished' | 'confirming' | 'gone' | 'given_up' | 'refunded'

/**
 * Where an order stands for the person who made it. An unpaid order with an open payment page can
 * still be finished, and one whose card failed; without either the money may be on its way, as long
 * as the seats are kept.
 *
 * @param tellsHolds false where the service does not say whether it keeps seats: then nothing is
 *   known to be gone
 */
export function getPurchaseState(order: Order, now: Date, tellsHolds = true): PurchaseState {
  switch (order.status) {
    case 'completed':
    case 'partially_refunded':
      return 'booked'
    case 'refunded':
      return 'refunded'
    case 'cancelled':
      return order.completed_at === null ? 'gone' : 'given_up'
    case 'expired':
      return 'gone'
    case 'partially_paid':
      return 'confirming'
    case 'awaiting_payment': {
      const held = !tellsHolds || (order.held_until !== null && new Date(order.held_until) > now)
      if (!held) return 'gone'
      // Without a page to go on to, a payment is on its way, unless the last card is known to have
      // failed.
      return order.payment_url || order.last_payment_error ? 'unfinished' : 'confirming'
    }
  }
}

/** The first word of a name, for a greeting: `Dana`. Undefined where nobody was named. */
export function firstName(order: Pick<Order, 'passengers'>): string | undefined {
  return order.passengers[0]?.full_name.trim().split(/\s+/)[0] || undefined
}

/** `16:28` → `afternoon` */
export function getPartOfDay(localTime: string): 'morning' | 'afternoon' | 'evening' | 'night' {
  const hour = Number(localTime.slice(0, 2))
  if (hour < 5 || hour >= 21) return 'night'
  if (hour < 12) return 'morning'
  return hour < 17 ? 'afternoon' : 'evening'
}

/** The safety briefing ends with the walk to the aircraft. */
const BRIEFING_MINUTES = 20
const MINUTE = 60_000

export interface Stop {
  /** At the terminal, `HH:MM`. */
  time: string
  instant: string
  title: string
  text: string
}

/** The day at the terminal, from arriving to being back. */
export function listDayStops(flight: OrderFlight): Stop[] {
  const at = (instant: string) => ({ instant, time: toLocalTime(instant, flight.timezone) })
  const departs = new Date(flight.depart_at).getTime()
  const briefing = new Date(departs - BRIEFING_MINUTES * MINUTE).toISOString()
  const arrive = {
    ...at(flight.check_in_at),
    title: 'Arrive',
    text: 'Check in at the desk. Bring photo identification for everybody.',
  }
  const brief = {
    ...at(briefing),
    title: 'Briefing',
    text: 'Headset and harness. Loose things stay in a locker; phones need a strap, and we have them.',
  }
  const sunset = flight.tags.includes('sunset')
  const lift = {
    ...at(flight.depart_at),
    title: 'Lift off',
    text: sunset ? 'Sunset, to the minute.' : `${String(flight.flight_duration_mins)} minutes in the air.`,
  }
  const back = {
    ...at(flight.arrive_at),
    title: 'Back on the ground',
    text: 'Take your time; the crew is happy to answer everything you saw.',
  }
  const early = new Date(flight.check_in_at).getTime() < departs - BRIEFING_MINUTES * MINUTE
  return early ? [arrive, brief, lift, back] : [arrive, lift, back]
}

/** `3:43 pm EST` */
export function terminalTime(instant: string, { timezone }: Pick<OrderFlight, 'timezone'>): string {
  return `${formatTime(toLocalTime(instant, timezone))} ${formatZone(instant, timezone)}`
}

/**
 * A map of the terminal that asks for no account and sets nothing of ours; by its address where its
 * place is not known.
 */
export function mapHref(
  flight: Pick<OrderFlight, 'terminal_latitude' | 'terminal_longitude' | 'terminal_address'>,
): string {
  const { terminal_latitude: latitude, terminal_longitude: longitude } = flight
  if (latitude === 0 && longitude === 0) {
    return `https://www.openstreetmap.org/search?query=${encodeURIComponent(flight.terminal_address)}`
  }
  const [lat, lon] = [String(latitude), String(longitude)]
  return `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lon}#map=16/${lat}/${lon}`
}
