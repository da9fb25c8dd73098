import { type Order } from '#contract/order.ts'
import { type ComposedMail, type MailBrand } from '../store/mails/mail-brand.ts'
import { composeTicketMail } from '../orders/order-confirmation-mail.ts'

/** The new ticket, after a flight was moved: its calendar file replaces what the calendar has. */
export function flightRescheduledMail(order: Order, brand: MailBrand, now: Date): ComposedMail {
  return composeTicketMail(order, brand, { now, title: 'Your flight was moved' })
}
