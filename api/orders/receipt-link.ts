import { eq } from 'drizzle-orm'
import { type LinkedReceipt, type Receipt } from '#contract/receipt.ts'
import { storedValue } from '#contract/means-of-payment.ts'
import { type Order } from '#contract/order.ts'
import { orderLinks, orders } from '../db/schema/orders.ts'
import { type ApiDeps } from '../deps.ts'
import { isKeyedHash, keyedHash, unsealIfKnown } from '../gateways/sealed-text.ts'
import { orderLinkUses } from '../store/orders/order-link.ts'
import { openFoundOrder, withoutCode } from './open-order-link.ts'
import { readReceipt } from './read-receipt.ts'

/**
 * The token of an order's receipt: its number and a MAC over the token of its mail link. It opens
 * the receipt only, and ends with that link (`api/store/orders/order-link.ts`).
 */
export const receiptToken = (
  { secrets }: Pick<ApiDeps['settings'], 'secrets'>,
  orderId: number,
  orderToken: string,
): string => `${String(orderId)}-${keyedHash(secrets.code, USE, signedText(orderId, orderToken))}`

const USE = 'receipt link'
const signedText = (orderId: number, orderToken: string) => `${String(orderId)}:${orderToken}`

/**
 * The receipt behind a mailed token, in its present state; undefined when the token opens none or
 * has ended.
 */
export async function readLinkedReceipt(deps: ApiDeps, token: string): Promise<LinkedReceipt | undefined> {
  const [, number, signature = ''] = /^([1-9]\d{0,8})-([\w-]+)$/.exec(token) ?? []
  const orderId = Number(number)
  if (!Number.isSafeInteger(orderId)) return undefined
  const { db } = deps.database
  const [link] = await db
    .select({ tokenSealed: orderLinks.tokenSealed, order: orders })
    .from(orderLinks)
    .innerJoin(orders, eq(orders.id, orderLinks.orderId))
    .where(eq(orderLinks.orderId, orderId))
  if (!link) return undefined
  const ring = deps.settings.secrets.code
  const orderToken = unsealIfKnown(ring, orderLinkUses.seal(orderId), link.tokenSealed)
  if (orderToken === undefined) return undefined
  if (!isKeyedHash(ring, USE, signedText(orderId, orderToken), signature)) return undefined
  const opened = await openFoundOrder(deps, link.order)
  const found = opened.ok ? await readReceipt(deps, opened.row) : undefined
  return found?.ok ? linkedReceipt(found.receipt) : undefined
}

type ReturnedTo = Order['refunds'][number]['to'][number]
const withoutEnding = (to: ReturnedTo): ReturnedTo =>
  to.kind === 'gift_card' || to.kind === 'voucher' ? { ...to, label: storedValue[to.kind].label } : to

/**
 * Mails are forwarded, so lines and tenders show no codes, and nothing is shown beyond the printed
 * receipt.
 */
function linkedReceipt({ order, ...receipt }: Receipt): LinkedReceipt {
  const { id, number, email, flights, passengers, tax, total, tenders, refunds, membership } = order
  const isMoney = ({ kind }: Order['tenders'][number]) => kind === 'card' || kind === 'credit'
  return {
    ...receipt,
    order: {
      ...{ id, number, email, flights, tax, total, membership },
      // It is made out to the first passenger; the other names stay private.
      passengers: passengers.slice(0, 1),
      lines: order.lines.map(withoutCode),
      tenders: tenders.filter(isMoney),
      refunds: refunds.map((refund) => ({ ...refund, to: refund.to.map(withoutEnding) })),
    },
  }
}
