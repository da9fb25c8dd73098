import { type Order } from '#contract/order.ts'
import { formatDollars, toCents } from '../rules/money/money.ts'
import { codeList, dayText, expiryDay, REDEEM_STEPS, stepList, describeGiftTerms } from './gift-mail-codes.ts'
import { button, heading, html, mailFrame, paragraph, rows, subheading } from '../store/mails/mail-frame.ts'
import { orderHref } from '../store/mails/flight-calendar.ts'
import { type ComposedMail, type MailBrand } from '../store/mails/mail-brand.ts'

const TITLE = 'Your gift cards'

/**
 * The mail to the buyer of gift cards: the cards, their codes and how to use them. It has no flight
 * date yet.
 */
export function giftPurchaseMail(order: Order, brand: MailBrand): ComposedMail {
  const items = order.order_items.filter(({ kind }) => kind === 'gift_card')
  const cards = items.flatMap(({ gift }) => gift?.cards ?? [])
  const codes = cards.flatMap(({ code }) => code ?? [])
  if (codes.length === 0) throw new Error(`Order ${order.number} has no gift cards to show`)
  const subject = `Your gift cards (${order.number})`
  const bought = items.map((item): [string, string] => [item.name, `× ${String(item.quantity)}`])
  const paid: [string, string][] = [
    ...order.lines.map((line): [string, string] => [
      line.detail === null ? line.label : `${line.label} (${line.detail})`,
      formatDollars(toCents(line.amount)),
    ]),
    ['Total', formatDollars(toCents(order.total))],
  ]
  const until =
    `Good until ${expiryDay(cards[0]?.expires_at ?? '', brand)}. Each code pays once: keep ` +
    'this mail to yourself.'
  const [first] = cards
  const terms = first ? describeGiftTerms(first) : []
  const goes = items.flatMap(({ gift }) => sendingOf(gift))
  const list = (pairs: [string, string][]) => pairs.map(([label, value]) => `${label}: ${value}`).join('\n')
  const content = html`${heading(brand, TITLE)} ${rows(brand, [['Order', order.number], ...bought])}
  ${subheading(brand, codes.length === 1 ? 'The code' : 'The codes')} ${codeList(codes)}
  ${terms.map((line) => paragraph(line))} ${paragraph(until)} ${goes.map((line) => paragraph(line))}
  ${button(brand, 'See your order', orderHref(order, brand))} ${subheading(brand, 'How they are used')}
  ${stepList(REDEEM_STEPS)} ${subheading(brand, 'What you paid')} ${rows(brand, paid, 'total')}`
  const parts = [
    TITLE,
    list([['Order', order.number], ...bought]),
    `${codes.length === 1 ? 'The code' : 'The codes'}\n${codes.join('\n')}`,
    ...terms,
    until,
    ...goes,
    `How they are used\n${REDEEM_STEPS.map((step, at) => `${String(at + 1)}. ${step}`).join('\n')}`,
    `What you paid\n${list(paid)}`,
    `Your order: ${orderHref(order, brand)}`,
    `${brand.name}\n${brand.phone} · ${brand.email}`,
  ]
  return {
    subject,
    text: parts.join('\n\n'),
    html: mailFrame(brand, subject, TITLE, content),
    attachments: [],
  }
}

/** Who else receives the codes, and when. */
function sendingOf(gift: Order['order_items'][number]['gift']): string[] {
  if (!gift?.recipient_email) return []
  if (gift.sent_at !== null) return [`We have sent the codes to ${gift.recipient_email} as well.`]
  if (gift.send_on === null) return []
  return [`We send the codes to ${gift.recipient_email} on ${dayText(gift.send_on)}.`]
}
