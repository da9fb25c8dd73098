import { eq } from 'drizzle-orm'
import { paymentAttempts, payments, refunds } from '../db/schema/money.ts'
import { type ApiDeps } from '../deps.ts'
import { formatDollars } from '../rules/money/money.ts'
import { declareMail, type MailRow, orderNumberOf, subjectIdOf } from '../store/mails/queue-mail.ts'
import { button, heading, html, mailFrame, orderLinkPart, paragraph } from '../store/mails/mail-frame.ts'
import { type ComposedMail, type MailBrand } from '../store/mails/mail-brand.ts'
import { DEPARTURE_CANCELLED } from './apply-payment.ts'

interface ReturnedMoney {
  orderNumber: string
  amountCents: number
  /** It was for an addition to a paid order, which stays as it was. */
  forChange: boolean
  /** The departure was cancelled during the payment. */
  isDepartureCancelled: boolean
}

const SORRY = 'We are sorry about the detour.'

/**
 * Money arrived when nothing was left to sell for it: tells that it is being refunded, and how to
 * continue.
 */
export const moneyReturnedMail = declareMail({
  kind: 'money_returned',
  about: payments,
  recipient: 'buyer',
  delivery: 'usual',
  repeatable: false,
  correcting: { way: 'copy' },
  opensOrder: true,
  load: readReturnedMoney,
  compose: writeMail,
})

/** @throws when there is no such payment */
async function readReturnedMoney({ database: { db } }: ApiDeps, mail: MailRow): Promise<ReturnedMoney> {
  const [payment] = await db
    .select({ amountCents: payments.amountCents, purpose: paymentAttempts.purpose, reason: refunds.reason })
    .from(payments)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, payments.attemptId))
    .leftJoin(refunds, eq(refunds.paymentId, payments.id))
    .where(eq(payments.id, subjectIdOf(mail)))
  if (!payment) throw new Error(`Mail ${String(mail.id)} speaks of no payment`)
  const { amountCents, purpose, reason } = payment
  return {
    orderNumber: orderNumberOf(mail),
    amountCents,
    forChange: purpose === 'order_change',
    isDepartureCancelled: reason === DEPARTURE_CANCELLED,
  }
}

function writeMail(money: ReturnedMoney, brand: MailBrand): ComposedMail {
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
