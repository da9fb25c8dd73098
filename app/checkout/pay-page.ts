import { type AvailableDeparture } from '#contract/availability.ts'
import { type Order } from '#contract/order.ts'
import { checkoutSearch, type CheckoutQuery } from './checkout-query.ts'
import { type Choice, type OwnHold, ownHold } from './choice.ts'
import { formatDay, formatTime, localTimeOf } from './local-time.ts'

export interface Alternative {
  text: string
  href: string
}

/** Other flights for the same party: the same day's first, then the next day with one. */
export function alternatives(facts: {
  /** Path of the product's checkout: `/checkout/6`. */
  path: string
  query: CheckoutQuery
  departures: readonly AvailableDeparture[]
  nextDate: string | null
}): Alternative[] {
  const { path, query, departures, nextDate } = facts
  const sameDay = departures
    .filter((one) => one.status === 'open' && one.departure_id !== query.departureId)
    .slice(0, 4)
    .map((one) => ({
      text: `${formatTime(one.local_time)} on the same day`,
      href: `${path}/pay${checkoutSearch(query, { departureId: one.departure_id })}`,
    }))
  if (!nextDate) return sameDay
  const search = checkoutSearch(query, { date: nextDate, departureId: undefined })
  return [...sameDay, { text: formatDay(nextDate), href: `${path}${search}#departures` }]
}

/** What the page says about seats the visitor keeps already; undefined when they keep none. */
export function heldNote(order: Order | undefined, choice: Choice, now: Date): string | undefined {
  const hold = order && ownHold(order, now)
  const flight = order?.flights[0]
  if (!hold || !order.held_until || !flight) return undefined
  const until = `${formatTime(localTimeOf(order.held_until, flight.timezone))} ${flight.timezone_label}`
  if (isSameSlot(hold, choice.departure)) return `Held for you until ${until}.`
  const seats = `${String(hold.seats)} ${hold.seats === 1 ? 'seat' : 'seats'}`
  const where = `${formatDay(flight.local_date)}, ${formatTime(flight.local_time)}`
  return `You still hold ${seats} on ${where} until ${until}. Booking this flight lets them go.`
}

function isSameSlot(hold: OwnHold, departure: AvailableDeparture | undefined): boolean {
  return (
    departure?.departure_id === hold.departureId &&
    new Date(departure.depart_at).getTime() === new Date(hold.departAt).getTime()
  )
}
