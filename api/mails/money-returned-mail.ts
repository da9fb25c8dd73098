import { formatDollars } from '../domain/money/money.ts'
import { html } from './html.ts'
import { type ComposedMail, type MailBrand } from './mail-brand.ts'
import { button, heading, mailFrame, paragraph } from './mail-frame.ts'

/** What is said about money that went back. */
export interface ReturnedMoney {
  orderNumber: string
  amountCents: number
}

const SORRY = 'We are sorry about the detour.'

/** Money came when there was nothing left to sell for it: says that it is on its way back, and how to go on. */
export function moneyReturnedMail(money: ReturnedMoney, brand: MailBrand): ComposedMail {
  const amount = formatDollars(money.amountCents)
  const subject = `Your payment of ${amount} is on its way back (${money.orderNumber})`
  const what = `Your payment of ${amount} for order ${money.orderNumber} could not be used for a flight: it arrived after your seats were released, or the order was already settled. We have sent the whole amount back to your card.`
  const when = 'Banks usually show it within five to ten business days.'
  const content = html`${heading(brand, 'Your money is on its way back')} ${paragraph(what)}
  ${paragraph(when)} ${paragraph(SORRY)} ${button(brand, 'Choose another flight', `${brand.origin}/checkout`)}`
  return {
    subject,
    text: [
      'Your money is on its way back',
      what,
      when,
      SORRY,
      `Choose another flight: ${brand.origin}/checkout`,
      `${brand.name}\n${brand.phone} · ${brand.email}`,
    ].join('\n\n'),
    html: mailFrame(brand, subject, when, content),
    attachments: [],
  }
}
