import { terminalTime } from './flight-time.ts'
import { linkMail } from './link-mail.ts'
import { type ComposedMail, type MailBrand } from './mail-brand.ts'

/** A link to pay what was booked on the phone. */
export function paymentLinkMail(link: string, orderNumber: string, brand: MailBrand): ComposedMail {
  return linkMail(link, brand, {
    subject: `Pay for your flight (${orderNumber})`,
    title: 'Your flight is waiting',
    why: `You booked order ${orderNumber} with us on the phone. Pay here, and the seats are yours.`,
    action: 'See it and pay',
    notes: [
      'We keep the seats for two hours, and as long the link works. After that, please call us again.',
      'You did not book with us? Then there is nothing to do. Please do not pass this mail on.',
    ],
  })
}

/** A link to pay for a move that was agreed on the phone or at the counter. */
export function moveLinkMail(
  link: string,
  { orderNumber, until, timezone }: { orderNumber: string; until: Date; timezone: string },
  brand: MailBrand,
): ComposedMail {
  return linkMail(link, brand, {
    subject: `Pay to move your flight (${orderNumber})`,
    title: 'Your new time is waiting',
    why: `We keep the new seats you agreed with us for order ${orderNumber}. Pay here, and your flight is moved.`,
    action: 'See it and pay',
    notes: [
      `We keep them until ${terminalTime({ timezone }, until.toISOString())}, two hours at most. Until it is paid, and if it is not, you keep the flight you have.`,
      'You agreed to nothing? Then there is nothing to do. Please do not pass this mail on.',
    ],
  })
}
