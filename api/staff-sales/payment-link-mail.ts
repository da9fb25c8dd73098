import { orders } from '../db/schema/orders.ts'
import { type ApiDeps } from '../deps.ts'
import { formatDollars, toCents } from '../rules/money/money.ts'
import { declareMail, type MailRow, orderIdOf } from '../store/mails/queue-mail.ts'
import { flightDay, terminalTime } from '../store/mails/flight-time.ts'
import { linkMail } from '../store/mails/link-mail.ts'
import { type ComposedMail, type MailBrand } from '../store/mails/mail-brand.ts'
import { openMailSecret } from '../store/mails/mail-secret.ts'
import { writePaymentLink } from './payment-link.ts'
import { type PaymentSubject, readPaymentSubject } from './payment-subject.ts'

/** A link to pay what was booked on the phone. */
export const paymentLinkMail = declareMail({
  kind: 'payment_link',
  about: orders,
  recipient: 'buyer',
  delivery: 'required',
  repeatable: false,
  correcting: {
    way: 'order',
    send: (tx, deps, { order, origin, by }) => writePaymentLink(tx, deps, order, `${origin}/pay`, by),
  },
  signedForAddress: true,
  load: async (deps, mail) => ({
    link: openMailSecret(deps, mail),
    subject: await readMailedSubject(deps, mail, null),
  }),
  compose: writeMail,
})

/**
 * The flight, the people and the price that a mailed link pays: of the order, or of one of its
 * changes.
 * @throws if the order or the change does not exist any more
 */
export async function readMailedSubject(
  { database: { db }, clock }: Pick<ApiDeps, 'database' | 'clock'>,
  mail: MailRow,
  changeId: number | null,
): Promise<PaymentSubject> {
  const subject = await readPaymentSubject(db, { orderId: orderIdOf(mail), changeId, now: clock.now() })
  if (!subject) throw new Error(`The order of mail ${String(mail.id)} is gone`)
  return subject
}

function writeMail(
  { link, subject }: { link: string; subject: PaymentSubject },
  brand: MailBrand,
): ComposedMail {
  const { order_number: number, is_booked: isBooked } = subject
  return linkMail(link, brand, {
    subject: `Pay for your flight: ${describeBooking(subject)} (${number})`,
    title: isBooked ? 'What is still to pay' : 'Your flight is waiting',
    intro: isBooked
      ? `A part of order ${number} is paid, and the seats are yours. Pay here what is next.`
      : `You booked order ${number} with us on the phone. Pay here, and the seats are yours.`,
    action: 'See it and pay',
    facts: listBookingFacts(subject),
    price: describePrice(subject),
    notes: [
      isBooked
        ? 'The link works for two hours. After that, please call us for another one.'
        : 'We keep the seats for two hours, and as long the link works. After that, please call us again.',
      'You did not book with us? Then there is nothing to do. Please do not pass this mail on.',
    ],
  })
}

/** `The New Yorker, Friday, May 14, 2027 at 4:30 PM EDT` */
export function describeBooking({ flights: [flight] }: PaymentSubject): string {
  if (!flight) return 'your booking'
  return `${flight.product_name}, ${flightDay(flight)} at ${terminalTime(flight, flight.depart_at)}`
}

export function listBookingFacts(subject: PaymentSubject): [string, string][] {
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
  amount_due_later: later,
}: PaymentSubject): [string, string][] {
  const dollars = (amount: number) => formatDollars(toCents(amount))
  return [
    ...lines.map(({ label, detail, amount }): [string, string] => [
      detail === null ? label : `${label} (${detail})`,
      dollars(amount),
    ]),
    ...(credits > 0 ? ([['Credits', dollars(-credits)]] satisfies [string, string][]) : []),
    ...(later === null ? [] : ([['Total', dollars(total - credits)]] satisfies [string, string][])),
    [later === null ? 'To pay' : 'To pay now', dollars(due ?? total - credits)],
    ...(later === null ? [] : ([['To pay later', dollars(later)]] satisfies [string, string][])),
  ]
}
