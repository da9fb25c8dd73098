import { formatDollars } from '../rules/money/money.ts'
import { html } from '../store/mails/html.ts'
import { type ComposedMail, type MailBrand } from '../store/mails/mail-brand.ts'
import { button, heading, mailFrame, paragraph, orderLinkPart } from '../store/mails/mail-frame.ts'

/** The facts about money that was returned. */
export interface ReturnedMoney {
  orderNumber: string
  amountCents: number
  /** It was for an addition to a paid order, which stays as it was. */
  forChange?: boolean
  /** The departure was cancelled during the payment. */
  isDepartureCancelled?: boolean
}

const SORRY = 'We are sorry about the detour.'

/**
 * Money arrived when nothing was left to sell for it: tells that it is being refunded, and how to
 * continue.
 */
export function moneyReturnedMail(money: ReturnedMoney, brand: MailBrand): ComposedMail {
  const amount = formatDollars(money.amountCents)
  const subject = `Your payment of ${amount} is on its way back (${money.orderNumber})`
  const why = money.forChange
    ? 'could not be used for an upgrade: it arrived when nothing could be added to the order any ' +
      'more, or it was added before. The order itself stays as it was.'
    : money.isDepartureCancelled
      ? 'came just when we had to call your flight off. You have not bought anything.'
      : 'could not be used for a flight: it arrived after your seats were released, or the order ' +
        'was already settled.'
  const what =
    `Your payment of ${amount} for order ${money.orderNumber} ${why} We have sent the whole ` +
    'amount back to your card.'
  const [label, path] = money.forChange
    ? ['See your orders', '/account/orders']
    : ['Choose another flight', '/checkout']
  const when = 'Banks usually show it within five to ten business days.'
  const way = orderLinkPart(brand)
  const content = html`${heading(brand, 'Your money is on its way back')} ${paragraph(what)}
  ${paragraph(when)} ${paragraph(SORRY)} ${button(brand, label, `${brand.origin}${path}`)} ${way.content}`
  return {
    subject,
    text: [
      'Your money is on its way back',
      what,
      when,
      SORRY,
      `${label}: ${brand.origin}${path}`,
      ...way.text,
      `${brand.name}\n${brand.phone} · ${brand.email}`,
    ].join('\n\n'),
    html: mailFrame(brand, subject, when, content),
    attachments: [],
  }
}
