import { terminalTime } from '../store/mails/flight-time.ts'
import { linkMail } from '../store/mails/link-mail.ts'
import { type ComposedMail, type MailBrand } from '../store/mails/mail-brand.ts'
import {
  type PaymentLinkSubject,
  describeBooking,
  listBookingFacts,
  describePrice,
} from '../staff-sales/payment-link-mail.ts'

/** A link to pay for a reschedule that was agreed on the phone or at the counter. */
export function rescheduleLinkToPayMail(
  link: string,
  { subject, until, timezone }: { subject: PaymentLinkSubject; until: Date; timezone: string },
  brand: MailBrand,
): ComposedMail {
  const { order_number: number } = subject
  return linkMail(link, brand, {
    subject: `Pay to move your flight: ${describeBooking(subject)} (${number})`,
    title: 'Your new time is waiting',
    intro:
      `We keep the new seats you agreed with us for order ${number}. Pay here, and your flight ` +
      'is moved.',
    action: 'See it and pay',
    facts: listBookingFacts(subject),
    price: describePrice(subject),
    notes: [
      `We keep them until ${terminalTime({ timezone }, until.toISOString())}, two hours at ` +
        'most. Until it is paid, and if it is not, you keep the flight you have.',
      'You agreed to nothing? Then there is nothing to do. Please do not pass this mail on.',
    ],
  })
}
