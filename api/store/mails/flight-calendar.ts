import { getVtimezoneComponent } from '@touch4it/ical-timezones'
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { Temporal } from 'temporal-polyfill'
import { type Order, type OrderFlight } from '#contract/order.ts'
import { terminalTime } from './flight-time.ts'
import { type ComposedMail, type MailBrand } from './mail-brand.ts'

export interface CalendarOptions {
  now: Date
}

/**
 * An order's flights as a calendar file (RFC 5545), in the terminal's time zone and each under an
 * id that never changes, also after a reschedule or a delay. The sequence then counts up, so that
 * calendars replace the entry instead of adding one. A delayed flight stands at its expected time.
 */
export function flightCalendar(order: Order, brand: MailBrand, { now }: CalendarOptions): string {
  const calendar = ical({
    prodId: { company: brand.name, product: 'Flights', language: 'EN' },
    method:
      order.flights.length > 0 && order.flights.every(isCalledOff)
        ? ICalCalendarMethod.CANCEL
        : ICalCalendarMethod.PUBLISH,
  })
  // The calendar as a whole has no zone: each event names its own, and stamps stay in UTC.
  calendar.timezone({ name: null, generator: getVtimezoneComponent })
  for (const flight of order.flights) {
    const inUtc = isToldTwice(flight)
    const { depart_at: leaves, arrive_at: lands } = flight.delay ?? flight
    calendar.createEvent({
      id: `order-${String(order.id)}-${
        flight.calendar?.key ?? `flight-${String(flight.flight_id)}`
      }@${brand.domain}`,
      // Taken out first; should it be moved afterwards, the later stamp counts.
      sequence: (flight.calendar?.sequence ?? 0) + (isCalledOff(flight) ? 1 : 0),
      stamp: now,
      start: inUtc ? new Date(leaves) : zoned(flight, leaves),
      end: inUtc ? new Date(lands) : zoned(flight, lands),
      timezone: inUtc ? null : flight.timezone,
      status: isCalledOff(flight) ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
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

/** The calendar file of an order, as a mail brings it. */
export const attachCalendar = (
  order: Order,
  brand: MailBrand,
  options: CalendarOptions,
): ComposedMail['attachments'] => [
  {
    filename: `flight-${order.number}.ics`,
    contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
    content: flightCalendar(order, brand, options),
  },
]

const isCalledOff = ({ status }: OrderFlight) => status === 'called_off'

/**
 * The link to an order in a mail; calendar entries are forwarded, so they contain the plain
 * address.
 */
export const orderHref = (order: Pick<Order, 'id'>, brand: MailBrand): string =>
  brand.orderHref ?? orderLink(order, brand)

export function orderLink(order: Pick<Order, 'id'>, brand: Pick<MailBrand, 'origin'>): string {
  return `${brand.origin}/order-confirmation?order_id=${String(order.id)}`
}

/**
 * In the hour that occurs twice, a wall-clock time names two instants and calendars disagree, so
 * such a flight is entered in UTC.
 */
const isToldTwice = (flight: OrderFlight): boolean =>
  [(flight.delay ?? flight).depart_at, (flight.delay ?? flight).arrive_at].some((instant) => {
    const plain = zoned(flight, instant).toPlainDateTime()
    const [first, second] = (['earlier', 'later'] as const).map(
      (disambiguation) => plain.toZonedDateTime(flight.timezone, { disambiguation }).epochMilliseconds,
    )
    return first !== second
  })

function zoned(flight: OrderFlight, instant: string) {
  return Temporal.Instant.from(instant).toZonedDateTimeISO(flight.timezone)
}

function describe(order: Order, flight: OrderFlight, brand: MailBrand): string {
  return [
    `Order ${order.number}`,
    `Check-in: ${terminalTime(flight, (flight.delay ?? flight).check_in_at)}`,
    `Questions: ${brand.phone}, ${brand.email}`,
    orderLink(order, brand),
  ].join('\n')
}
