import { inPersonMeans, type InPersonMethod, type StoredValueKind } from '#contract/means-of-payment.ts'
import { formatDollars } from '../../rules/money/money.ts'
import { html } from '../../store/mails/html.ts'
import { type ComposedMail, type MailBrand } from '../../store/mails/mail-brand.ts'
import { heading, mailFrame, paragraph, orderLinkPart } from '../../store/mails/mail-frame.ts'

/** The facts about a refund of a sold order. */
export interface Refunded {
  orderNumber: string
  amountCents: number
  /** The refunded tenders: "$229.00 to Visa ending 4242". */
  to: {
    kind: StoredValueKind | 'card'
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
export function refundedMail(refunded: Refunded, brand: MailBrand): ComposedMail {
  const { orderNumber, amountCents, to, seatsGivenBack } = refunded
  const what = amountCents > 0 ? formatDollars(amountCents) : to.length > 0 ? 'your gift card' : undefined
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
  if (method !== undefined) return `${formatDollars(amountCents)} ${inPersonMeans(method).refund.mail}`
  if (kind === 'gift_card') return `${label}: yours to use again`
  return `${formatDollars(amountCents)} to ${kind === 'credit' ? 'your account credit' : label}`
}
