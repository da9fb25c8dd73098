import { eq } from 'drizzle-orm'
import { inPersonMeans, type InPersonMethod, type StoredValueKind } from '#contract/means-of-payment.ts'
import { orderRefunds } from '../../db/schema/money.ts'
import { orders } from '../../db/schema/orders.ts'
import { type ApiDeps } from '../../deps.ts'
import { formatDollars, toCents } from '../../rules/money/money.ts'
import { findLeft } from '../../rules/refunds/plan-refund.ts'
import { declareMail, type MailRow, subjectIdOf } from '../../store/mails/queue-mail.ts'
import { heading, html, mailFrame, orderLinkPart, paragraph } from '../../store/mails/mail-frame.ts'
import { type ComposedMail, type MailBrand } from '../../store/mails/mail-brand.ts'
import { loadRefundable } from '../../store/orders/load-refundable.ts'
import { findNames } from './list-refunds.ts'
import { presentOrderRefund } from './present-refund.ts'

/** The facts about a refund of a sold order. */
interface Refunded {
  orderNumber: string
  amountCents: number
  /** The refunded tenders: "$229.00 to Visa ending 4242". */
  to: {
    kind: StoredValueKind | 'card' | 'due'
    label: string
    amountCents: number
    /** For money taken at the counter, which is paid out there. */
    method?: InPersonMethod | undefined
  }[]
  /**
   * `none`: the flight stands as booked; `some`: it is for fewer people; `all`: it is cancelled.
   * Undefined for gift cards.
   */
  seatsGivenBack: 'none' | 'some' | 'all' | undefined
}

const TITLE = 'Your refund'
const WHEN = 'Banks usually show it within five to ten business days.'

const FLIGHT = {
  none: 'Your flight stands as booked.',
  some: 'The seats you gave back are free for others; your flight stands for the rest of your party.',
  all: 'Your flight is cancelled and your seats are free for others.',
} as const

/** Tells how much was refunded, to which tender, and whether the flight still stands. */
export const refundedMail = declareMail({
  kind: 'refunded',
  about: orderRefunds,
  recipient: 'buyer',
  delivery: 'usual',
  repeatable: true,
  correcting: { way: 'copy' },
  opensOrder: true,
  load: readRefund,
  compose: writeMail,
})

/** @throws when there is no such refund */
async function readRefund({ database: { db } }: ApiDeps, mail: MailRow): Promise<Refunded> {
  const [found] = await db
    .select({ refund: orderRefunds, kind: orders.kind, status: orders.status })
    .from(orderRefunds)
    .innerJoin(orders, eq(orders.id, orderRefunds.orderId))
    .where(eq(orderRefunds.id, subjectIdOf(mail)))
  if (!found) throw new Error(`Mail ${String(mail.id)} speaks of no refund`)
  const { refund, kind, status } = found
  const { order } = await loadRefundable(db, refund.orderId)
  const { to } = presentOrderRefund(refund, (await findNames(db, [refund.orderId]))(refund.orderId))
  const over = status === 'refunded' || status === 'cancelled' || findLeft(order).units === 0
  const some = refund.lines.some(
    ({ position, quantity }) => quantity > 0 && order.lines[position]?.kind !== 'upgrade',
  )
  return {
    orderNumber: `O-${String(refund.orderId)}`,
    amountCents: refund.amountCents,
    to: to.map(({ amount, ...rest }) => ({ ...rest, amountCents: toCents(amount) })),
    seatsGivenBack: kind === 'gift_cards' ? undefined : over ? 'all' : some ? 'some' : 'none',
  }
}

function writeMail(refunded: Refunded, brand: MailBrand): ComposedMail {
  const { orderNumber, amountCents, to, seatsGivenBack } = refunded
  const isGift = to.some(({ kind }) => kind === 'gift_card')
  const what = amountCents > 0 ? formatDollars(amountCents) : isGift ? 'your gift card' : undefined
  const byHand = to.some(({ method }) => method !== undefined)
  const sent = byHand ? `Your refund of ${what ?? ''}` : `We have sent ${what ?? ''} back to you`
  const subject = what ? `${sent} (${orderNumber})` : `Your order ${orderNumber} has changed`
  const sentences = [
    ...(to.length > 0
      ? [`This ${byHand ? 'comes' : 'came'} back from order ${orderNumber}:`, ...to.map(describeDestination)]
      : []),
    ...(to.length === 0 ? [`Order ${orderNumber} had nothing to pay back.`] : []),
    ...(seatsGivenBack ? [FLIGHT[seatsGivenBack]] : []),
    ...(to.some(({ kind, method }) => kind === 'card' && method === undefined) ? [WHEN] : []),
  ]
  const way = orderLinkPart(brand)
  const content = html`${heading(brand, TITLE)} ${sentences.map((one) => paragraph(one))} ${way.content}`
  return {
    subject,
    text: [TITLE, ...sentences, ...way.text, `${brand.name}\n${brand.phone} · ${brand.email}`].join('\n\n'),
    html: mailFrame(brand, subject, sentences[1] ?? TITLE, content),
    attachments: [],
  }
}

function describeDestination({ kind, label, amountCents, method }: Refunded['to'][number]): string {
  if (kind === 'due') return `${formatDollars(amountCents)} off what was still to pay`
  if (method !== undefined) return `${formatDollars(amountCents)} ${inPersonMeans(method).refund.mail}`
  if (kind === 'gift_card') return `${label}: yours to use again`
  return `${formatDollars(amountCents)} to ${kind === 'credit' ? 'your account credit' : label}`
}
