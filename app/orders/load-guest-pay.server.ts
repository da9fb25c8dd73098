import { type Order } from '#contract/order.ts'
import { loadCardPart } from '../payments/card-payer.server.ts'
import { type Visit } from '../visit/load-visit.server.ts'
import { guestPayPath, GUESTS_ANCHOR } from './guest-choice.ts'
import { canJoin, loadGuestPart } from './load-guests.server.ts'
import { flightOf, type UpgradePay } from './load-upgrade-pay.server.ts'
import { orderTitle } from './order-title.ts'

/**
 * The page that takes the payment for guests of a paid order; undefined if nobody is chosen, or if they
 * cannot be added now.
 */
export async function loadGuestPay(
  visit: Visit,
  order: Order,
  query: URLSearchParams,
): Promise<UpgradePay | undefined> {
  const part = await loadGuestPart(visit, order, query)
  if (!canJoin(part)) return undefined
  const { choice, quote } = part
  const { lines, credits, amount_due, credit_available, updated_total_price } = quote
  return {
    ...(await loadCardPart(visit, quote)),
    ...flightOf(order),
    number: order.number,
    title: orderTitle(order),
    quote: { lines, credits, amount_due, credit_available, updated_total_price },
    words: {
      heading: 'Bring somebody along',
      change: 'Change who comes along',
      button: amount_due === null ? 'Add to my party' : 'Pay and add to my party',
      working: 'Adding to your party…',
      form: 'guests',
    },
    party: quote.party,
    questions: [],
    usesCredit: choice.useCredit,
    openPayment: order.changes?.at(-1)?.payment_url ?? undefined,
    formKey: part.formKey,
    path: guestPayPath(order.id, choice),
    creditHref: guestPayPath(order.id, { ...choice, useCredit: !choice.useCredit }),
    orderHref: `/account/orders/${String(order.id)}#${GUESTS_ANCHOR}`,
  }
}
