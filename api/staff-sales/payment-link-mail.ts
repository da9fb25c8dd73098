import { type PaymentLinkPreview } from '#contract/counter.ts'
import { formatDollars, toCents } from '../rules/money/money.ts'
import { flightDay, terminalTime } from '../store/mails/flight-time.ts'
import { linkMail } from '../store/mails/link-mail.ts'
import { type ComposedMail, type MailBrand } from '../store/mails/mail-brand.ts'

type Subject = Omit<PaymentLinkPreview, 'held_until'>

/** A link to pay what was booked on the phone. */
export function paymentLinkMail(link: string, subject: Subject, brand: MailBrand): ComposedMail {
  const { order_number: number } = subject
  return linkMail(link, brand, {
    subject: `Pay for your flight: ${nameOf(subject)} (${number})`,
    title: 'Your flight is waiting',
    intro: `You booked order ${number} with us on the phone. Pay here, and the seats are yours.`,
    action: 'See it and pay',
    facts: factsOf(subject),
    price: priceOf(subject),
    notes: [
      'We keep the seats for two hours, and as long the link works. After that, please call us again.',
      'You did not book with us? Then there is nothing to do. Please do not pass this mail on.',
    ],
  })
}

/** A link to pay for a reschedule that was agreed on the phone or at the counter. */
export function rescheduleLinkToPayMail(
  link: string,
  { subject, until, timezone }: { subject: Subject; until: Date; timezone: string },
  brand: MailBrand,
): ComposedMail {
  const { order_number: number } = subject
  return linkMail(link, brand, {
    subject: `Pay to move your flight: ${nameOf(subject)} (${number})`,
    title: 'Your new time is waiting',
    intro:
      `We keep the new seats you agreed with us for order ${number}. Pay here, and your flight ` +
      'is moved.',
    action: 'See it and pay',
    facts: factsOf(subject),
    price: priceOf(subject),
    notes: [
      `We keep them until ${terminalTime({ timezone }, until.toISOString())}, two hours at ` +
        'most. Until it is paid, and if it is not, you keep the flight you have.',
      'You agreed to nothing? Then there is nothing to do. Please do not pass this mail on.',
    ],
  })
}

/** `The New Yorker, Friday, May 14, 2027 at 4:30 PM EDT` */
function nameOf({ flights: [flight] }: Subject): string {
  if (!flight) return 'your booking'
  return `${flight.product_name}, ${flightDay(flight)} at ${terminalTime(flight, flight.depart_at)}`
}

function factsOf(subject: Subject): [string, string][] {
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

function priceOf({ lines, credits, total, amount_due: due }: Subject): [string, string][] {
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
