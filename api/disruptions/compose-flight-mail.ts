import { type Order, type OrderFlight } from '#contract/order.ts'
import { attachCalendar, orderHref } from '../store/mails/flight-calendar.ts'
import { flightDay, terminalTime } from '../store/mails/flight-time.ts'
import { type ComposedMail, type MailBrand } from '../store/mails/mail-brand.ts'
import { button, heading, html, mailFrame, paragraph, rows } from '../store/mails/mail-frame.ts'

interface FlightMail {
  order: Order
  /** The flight that the subject names. */
  flight: OrderFlight
  title: string
  /** What happened, and what follows from it; an inbox shows the first one. */
  sentences: readonly [string, ...string[]]
  /** Names and values of what a party must know of its flights. */
  facts: [string, string][]
  /** The words of the link to the order. */
  action: string
  /** When the mail was queued, where it brings a calendar file with new times. */
  calendarAt?: Date
}

export const NEW_TIME_IN_CALENDAR = 'The attached file puts the new time into your calendar.'
export const MOVE_WITHOUT_FEE =
  'If the new time does not suit you, you can move to another flight without the rescheduling fee until ' +
  'your flight boards. Only a dearer flight costs the difference.'

/** `4:30 PM EDT`, with the delay that was told. */
export const leavesAt = (flight: OrderFlight): string =>
  terminalTime(flight, (flight.delay ?? flight).depart_at)

/** The facts of a flight as it leaves now; its time is named `Time` or `New time`. */
export const flightFacts = (flight: OrderFlight, timeName: string): [string, string][] => [
  ['Flight', flight.product_name],
  ['Date', flightDay(flight)],
  [timeName, leavesAt(flight)],
  ['Check-in', terminalTime(flight, (flight.delay ?? flight).check_in_at)],
  ['Where', `${flight.terminal_name}, ${flight.terminal_address}`],
]

/** A mail about what happens to the flights of an order. */
export function composeFlightMail(
  { order, flight, title, sentences, facts, action, calendarAt }: FlightMail,
  brand: MailBrand,
): ComposedMail {
  const [why, ...more] = sentences
  const subject = `${title}: ${flight.product_name}, ${flightDay(flight)} (${order.number})`
  const link = orderHref(order, brand)
  return {
    subject,
    text: [
      title,
      why,
      facts.map(([name, value]) => `${name}: ${value}`).join('\n'),
      ...more,
      `${action}: ${link}`,
      `${brand.name}\n${brand.phone} · ${brand.email}`,
    ].join('\n\n'),
    html: mailFrame(
      brand,
      subject,
      why,
      html`${heading(brand, title)} ${paragraph(why)} ${rows(brand, facts)}
      ${more.map((one) => paragraph(one))} ${button(brand, action, link)}`,
    ),
    attachments: calendarAt === undefined ? [] : attachCalendar(order, brand, { now: calendarAt }),
  }
}
