import { linkMail } from '../store/mails/link-mail.ts'
import { type ComposedMail, type MailBrand } from '../store/mails/mail-brand.ts'

/** Tells that an unpaid phone order has ended. */
export const orderWithdrawnMail = (orderNumber: string, brand: MailBrand): ComposedMail =>
  linkMail(`${brand.origin}/checkout`, brand, {
    subject: `Your booking was cancelled (${orderNumber})`,
    title: 'Your booking was cancelled',
    intro:
      `Order ${orderNumber}, which was waiting for its payment, is cancelled. Nothing was ` +
      'charged, and the link to pay it no longer works.',
    action: 'Choose another flight',
    notes: ['You did not ask for that? Please call us: we gladly book it again while there are seats.'],
  })
