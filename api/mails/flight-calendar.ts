import { getVtimezoneComponent } from '@touch4it/ical-timezones'
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { Temporal } from 'temporal-polyfill'
import { type Order, type OrderFlight } from '#contract/order.ts'
import { terminalTime } from './flight-time.ts'
import { type MailBrand } from './mail-brand.ts'

export interface CalendarOptions {
  /** Counts up when a flight is moved, so that calendars replace the entry instead of adding one. */
  sequence?: number
  now: Date
}

/** An order's flights as a calendar file (RFC 5545), each on the terminal's clock and under an id that never changes. */
export function flightCalendar(
  order: Order,
  brand: MailBrand,
  { sequence = 0, now }: CalendarOptions,
): string {
  const calendar = ical({
    prodId: { company: brand.name, product: 'Flights', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
  })
  // No zone for the calendar as a whole: each event names its own, and stamps stay in UTC.
  calendar.timezone({ name: null, generator: getVtimezoneComponent })
  for (const flight of order.flights) {
    calendar.createEvent({
      id: `order-${String(order.id)}-flight-${String(flight.flight_id)}@${brand.domain}`,
      sequence,
      stamp: now,
      start: zoned(flight, flight.depart_at),
      end: zoned(flight, flight.arrive_at),
      timezone: flight.timezone,
      status: ICalEventStatus.CONFIRMED,
      summary: `${flight.product_name} with ${brand.name}`,
      description: describe(order, flight, brand),
      url: orderLink(order, brand),
      location: {
        title: flight.terminal_name,
        address: flight.terminal_address,
        geo: { lat: flight.terminal_latitude, lon: flight.terminal_longitude },
      },
    })
  }
  return calendar.toString()
}

export function orderLink(order: Pick<Order, 'id'>, brand: Pick<MailBrand, 'origin'>): string {
  return `${brand.origin}/order-confirmation?order_id=${String(order.id)}`
}

function zoned(flight: OrderFlight, instant: string) {
  return Temporal.Instant.from(instant).toZonedDateTimeISO(flight.timezone)
}

function describe(order: Order, flight: OrderFlight, brand: MailBrand): string {
  return [
    `Order ${order.number}`,
    `Check-in: ${terminalTime(flight, flight.check_in_at)}`,
    `Questions: ${brand.phone}, ${brand.email}`,
    orderLink(order, brand),
  ].join('\n')
}
