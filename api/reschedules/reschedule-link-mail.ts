import { linkMail } from '../store/mails/link-mail.ts'
import { type ComposedMail, type MailBrand } from '../store/mails/mail-brand.ts'

/** A link for the buyer to reschedule a flight without an account. */
export function rescheduleLinkMail(link: string, orderNumber: string, brand: MailBrand): ComposedMail {
  return linkMail(link, brand, {
    subject: `Move your flight (${orderNumber})`,
    title: 'Move your flight',
    intro: `Somebody, most likely you, asked to move the flight of order ${orderNumber}.`,
    action: 'Choose another date',
    notes: [
      'The link works for one day. You see what moving costs before anything changes.',
      'You did not ask for this? Then there is nothing to do: your flight stays as it is. ' +
        'Please do not pass this mail on.',
    ],
  })
}
