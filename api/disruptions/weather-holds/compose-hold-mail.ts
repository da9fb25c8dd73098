import { type Order, type OrderFlight } from '#contract/order.ts'
import { flightDay, terminalTime } from '../../store/mails/flight-time.ts'
import { orderHref } from '../../store/mails/flight-calendar.ts'
import { type ComposedMail, type MailBrand } from '../../store/mails/mail-brand.ts'
import { button, heading, html, mailFrame, paragraph, rows } from '../../store/mails/mail-frame.ts'

interface HoldMail {
  order: Order
  /** The flights that the mail is about, the first to leave first. */
  flights: readonly [OrderFlight, ...OrderFlight[]]
  title: string
  /** What happened, and what follows from it. */
  sentences: readonly [string, ...string[]]
}

/** `4:30 PM EDT`, with the delay that was told. */
export const leavesAt = (flight: OrderFlight): string =>
  terminalTime(flight, flight.delay?.depart_at ?? flight.depart_at)

/** A mail about flights whose times stay as they are; it needs no calendar file. */
export function composeHoldMail(
  { order, flights, title, sentences }: HoldMail,
  brand: MailBrand,
): ComposedMail {
  const [flight] = flights
  const [why, ...more] = sentences
  const subject = `${title}: ${flight.product_name}, ${flightDay(flight)} (${order.number})`
  const facts = flights.flatMap((one): [string, string][] => [
    ['Flight', one.product_name],
    ['Date', flightDay(one)],
    ['Time', leavesAt(one)],
    ['Check-in', terminalTime(one, (one.delay ?? one).check_in_at)],
    ['Where', `${one.terminal_name}, ${one.terminal_address}`],
  ])
  const action = 'See your flight'
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
    attachments: [],
  }
}
