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
