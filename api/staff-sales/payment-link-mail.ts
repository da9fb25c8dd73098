import { type PaymentLinkPreview } from '#contract/counter.ts'
import { formatDollars, toCents } from '../rules/money/money.ts'
import { flightDay, terminalTime } from '../store/mails/flight-time.ts'
import { linkMail } from '../store/mails/link-mail.ts'
import { type ComposedMail, type MailBrand } from '../store/mails/mail-brand.ts'

export type PaymentLinkSubject = Omit<PaymentLinkPreview, 'held_until'>

/** A link to pay what was booked on the phone. */
export function paymentLinkMail(link: string, subject: PaymentLinkSubject, brand: MailBrand): ComposedMail {
  const { order_number: number } = subject
  return linkMail(link, brand, {
    subject: `Pay for your flight: ${describeBooking(subject)} (${number})`,
    title: 'Your flight is waiting',
    intro: `You booked order ${number} with us on the phone. Pay here, and the seats are yours.`,
    action: 'See it and pay',
    facts: listBookingFacts(subject),
    price: describePrice(subject),
    notes: [
      'We keep the seats for two hours, and as long the link works. After that, please call us again.',
      'You did not book with us? Then there is nothing to do. Please do not pass this mail on.',
    ],
  })
}

/** `The New Yorker, Friday, May 14, 2027 at 4:30 PM EDT` */
export function describeBooking({ flights: [flight] }: PaymentLinkSubject): string {
  if (!flight) return 'your booking'
  return `${flight.product_name}, ${flightDay(flight)} at ${terminalTime(flight, flight.depart_at)}`
}

export function listBookingFacts(subject: PaymentLinkSubject): [string, string][] {
  const { flights, order_number: number, passenger_names: names, quantity } = subject
  return [
    ['Order', number],
    ...flights.flatMap((flight): [string, string][] => [
      ['Flight', flight.product_name],
      ['Date', flightDay(flight)],
      ['Departure', terminalTime(flight, flight.depart_at)],
      ['Where', flight.terminal_name],
    ]),
    ['People', [String(quantity), names.join(', ')].filter(Boolean).join(': ')],
  ]
}

export function describePrice({
  lines,
  credits,
  total,
  amount_due: due,
}: PaymentLinkSubject): [string, string][] {
  const dollars = (amount: number) => formatDollars(toCents(amount))
  return [
    ...lines.map(({ label, detail, amount }): [string, string] => [
      detail === null ? label : `${label} (${detail})`,
      dollars(amount),
    ]),
    ...(credits > 0 ? ([['Credits', dollars(-credits)]] satisfies [string, string][]) : []),
    ['To pay', dollars(due ?? total - credits)],
  ]
}
