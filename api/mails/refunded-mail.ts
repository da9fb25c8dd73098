import { formatDollars } from '../domain/money.ts'
import { html } from './html.ts'
import { type ComposedMail, type MailBrand } from './mail-brand.ts'
import { heading, mailFrame, paragraph } from './mail-frame.ts'

/** What is said about a refund of a flight that was sold. */
export interface Refunded {
  orderNumber: string
  amountCents: number
  /** The whole order was given back, and its seats with it. */
  whole: boolean
}

const TITLE = 'Your refund'
const WHEN = 'Banks usually show it within five to ten business days.'

/** Staff gave money back: says how much, and whether the flight still stands. */
export function refundedMail({ orderNumber, amountCents, whole }: Refunded, brand: MailBrand): ComposedMail {
  const amount = formatDollars(amountCents)
  const subject = `We have sent ${amount} back to you (${orderNumber})`
  const what = `We have sent ${amount} of your payment for order ${orderNumber} back to your card.`
  const flight = whole
    ? 'Your flight is cancelled and your seats are free for others.'
    : 'Your flight stands as booked.'
  return {
    subject,
    text: [TITLE, what, flight, WHEN, `${brand.name}\n${brand.phone} · ${brand.email}`].join('\n\n'),
    html: mailFrame(brand, subject, WHEN, html`${heading(brand, TITLE)} ${paragraph(what)} ${paragraph(flight)} ${paragraph(WHEN)}`), // prettier-ignore
    attachments: [],
  }
}
