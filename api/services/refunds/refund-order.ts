import { and, eq } from 'drizzle-orm'
import { type FieldErrors } from '#contract/errors.ts'
import { type RefundFields } from '#contract/refund.ts'
import { type Tx } from '../../db/client.ts'
import { orderRefunds } from '../../db/schema/money.ts'
import { orders } from '../../db/schema/orders.ts'
import { type ApiDeps } from '../../deps.ts'
import { type TenderAmounts } from '../../domain/money/allocate-refund.ts'
import { formatDollars, toCents } from '../../domain/money/money.ts'
import { planRefund, type RefundAsk, type RefundPlan } from '../../domain/money/plan-refund.ts'
import { refundLimitOf } from '../../domain/money/refund-limit.ts'
import { type SignedInCaller } from '../../http.ts'
import { issueCardParts } from './issue-card-parts.ts'
import { loadRefundable, type Refundable } from './load-refundable.ts'
import { type OrderRow } from '../orders/lock-order.ts'
import { retryDeadlocks } from '../platform/retry-deadlocks.ts'
import { GiftCardsSpent } from './settle-order-refund.ts'
import { writeOrderRefund } from './write-order-refund.ts'

export type RefundRefusal =
  'not_paid' | 'charge_disputed' | 'nothing_left' | 'gift_cards_spent' | 'over_refund_limit'

export type OrderRefunded =
  | { ok: true; orderRefundId: number }
  | { ok: false; reason: 'invalid'; fields: FieldErrors }
  | { ok: false; reason: RefundRefusal | 'conflict' }

type Written = (OrderRefunded & { ok: false }) | { ok: true; orderRefundId: number }

/**
 * Staff give back an order, an amount of it or some of its lines (`POST /v1/refunds`). One transaction under the order's
 * lock; the provider is asked for the card's part afterwards. Without its answer the refund stands as pending, and the
 * sweeper asks again.
 *
 * @param idemKey the same again is the same refund, for good
 */
export async function refundOrder(
  deps: ApiDeps,
  fields: RefundFields,
  by: { caller: SignedInCaller; idemKey: string | null },
): Promise<OrderRefunded> {
  const written = await writeOnce(deps, (tx) => write(tx, deps, fields, by))
  if (!written.ok) return written
  await issueCardParts(deps, written.orderRefundId)
  return written
}

/** Runs what gives back; gift cards that were spent meanwhile undo it. */
export async function writeOnce<T>(
  deps: Pick<ApiDeps, 'database'>,
  work: (tx: Tx) => Promise<T>,
): Promise<T | { ok: false; reason: 'gift_cards_spent' }> {
  try {
    return await retryDeadlocks(() => deps.database.db.transaction(work))
  } catch (error) {
    if (error instanceof GiftCardsSpent) return { ok: false, reason: 'gift_cards_spent' }
    throw error
  }
}

async function write(
  tx: Tx,
  deps: ApiDeps,
  fields: RefundFields,
  { caller, idemKey }: { caller: SignedInCaller; idemKey: string | null },
): Promise<Written> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, fields.order_id)).for('update')
  if (!order) return invalid({ order_id: ['There is no such order'] })
  const before = idemKey === null ? undefined : await findByKey(tx, idemKey)
  if (before) return before.orderId === order.id ? { ok: true, orderRefundId: before.id } : { ok: false, reason: 'conflict' } // prettier-ignore
  const refundable = await loadRefundable(tx, order.id)
  const refusal = refuseRefund(order, refundable)
  if (refusal) return { ok: false, reason: refusal }
  const ask = readAsk(fields)
  const planned = planRefund(refundable.order, ask)
  if (!planned.ok) return explain(planned, ask)
  const { refund: plan } = planned
  if (await isOverLimit(tx, order.id, caller, plan.tenders)) return { ok: false, reason: 'over_refund_limit' }
  const actor = `user:${String(caller.userId)}`
  const { reason } = fields
  const now = deps.clock.now()
  const refund = { order, refundable, plan, origin: 'staff' as const, actor, reason, idemKey, now }
  return { ok: true, orderRefundId: await writeOrderRefund(tx, deps, refund) }
}

async function findByKey(tx: Tx, idemKey: string) {
  const [found] = await tx.select().from(orderRefunds).where(eq(orderRefunds.idemKey, idemKey))
  return found
}

/** Why nothing of an order can come back, whatever is asked for. */
export function refuseRefund(
  { completedAt }: OrderRow,
  { payments }: Refundable,
): 'not_paid' | 'charge_disputed' | undefined {
  if (completedAt === null) return 'not_paid'
  const disputed = payments.some(({ disputeState: state }) => state === 'open' || state === 'lost')
  return disputed ? 'charge_disputed' : undefined
}

function readAsk({ amount, lines }: RefundFields): RefundAsk {
  if (lines) return { kind: 'lines', lines }
  return amount === undefined ? { kind: 'whole' } : { kind: 'amount', amountCents: toCents(amount) }
}

const invalid = (fields: FieldErrors) => ({ ok: false as const, reason: 'invalid' as const, fields })

function explain(plan: RefundPlan & { ok: false }, ask: RefundAsk): Written {
  if (plan.reason === 'nothing_left') return { ok: false, reason: 'nothing_left' }
  if (plan.reason === 'more_than_left') {
    return ask.kind === 'amount'
      ? invalid({ amount: [`There is ${formatDollars(plan.leftCents)} left to give back`] })
      : invalid({ lines: ['There is less left of a line than this'] })
  }
  return invalid({ lines: [LINE_SENTENCES[plan.reason]] })
}

const LINE_SENTENCES = {
  line_not_refundable: 'There is no line that could come back at this position',
  line_twice: 'Each line can be named once',
  quantity_missing: 'Please input a quantity',
} as const

/** Gift cards count as what they paid. */
async function isOverLimit(tx: Tx, orderId: number, caller: SignedInCaller, tenders: TenderAmounts) {
  const limit = refundLimitOf(caller)
  if (limit === undefined) return false
  const earlier = await tx
    .select({ tenders: orderRefunds.tenders })
    .from(orderRefunds)
    .where(and(eq(orderRefunds.orderId, orderId), eq(orderRefunds.origin, 'staff')))
  const all = [...earlier.map((row) => row.tenders), tenders]
  return all.reduce((total, one) => total + worthOf(one), 0) > limit
}

const worthOf = ({ cardCents, creditCents, vouchers, giftCards }: TenderAmounts) =>
  [...vouchers, ...giftCards].reduce((total, { amountCents }) => total + amountCents, cardCents + creditCents)
