import { and, eq, inArray, sql } from 'drizzle-orm'
import { type FieldErrors } from '#contract/errors.ts'
import { type RefundFields } from '#contract/refund.ts'
import { type Tx } from '../../db/client.ts'
import { holds } from '../../db/schema/holds.ts'
import { orderRefunds } from '../../db/schema/money.ts'
import { orders } from '../../db/schema/orders.ts'
import { passengers } from '../../db/schema/passengers.ts'
import { type ApiDeps } from '../../deps.ts'
import { formatDollars, toCents, toDollars } from '../../rules/money/money.ts'
import {
  type PlannedRefund,
  planRefund,
  type RefundRequest,
  type RefundPlan,
} from '../../rules/refunds/plan-refund.ts'
import { countOf } from '../../rules/pricing/price-lines.ts'
import { type SignedInCaller } from '../../http/http.ts'
import { chooseWhoStaysHome } from './choose-units-leaving.ts'
import { isOverLimit, getRefundedValue } from '../../store/is-over-refund-limit.ts'
import { issueCardParts } from './issue-card-parts.ts'
import { loadRefundable, type Refundable } from '../../store/orders/load-refundable.ts'
import { assignGiftsToUnits } from '../../gifts/choose-returned-gifts.ts'
import { isPaidInPart, type OrderRow } from '../../store/orders/order.ts'
import { writeAudit } from '../../store/write-audit.ts'
import { retryDeadlocks } from '../../db/retry-deadlocks.ts'
import { GiftCardsSpent } from '../../gifts/void-gift-cards.ts'
import { writeOrderRefund } from './write-order-refund.ts'

export type RefundRefusal =
  | 'not_paid'
  | 'charge_disputed'
  | 'nothing_left'
  | 'gift_cards_spent'
  | 'over_refund_limit'
  | 'refund_changed'

export type OrderRefunded =
  | { ok: true; orderRefundId: number }
  | { ok: false; reason: 'invalid'; fields: FieldErrors }
  | { ok: false; reason: RefundRefusal | 'conflict' }

interface RefundBy {
  caller: SignedInCaller
  idemKey: string | null
  requestId?: string | undefined
}

type Written = (OrderRefunded & { ok: false }) | { ok: true; orderRefundId: number }

/**
 * Staff refund an order, an amount of it or some of its lines (`POST /v1/refunds`). It is one
 * transaction under the order's lock; the provider is asked for the card's part afterwards. Without
 * an answer the refund is pending and the sweeper asks again.
 * @param idemKey a repeated key gives the same refund for good
 */
export async function refundOrder(deps: ApiDeps, fields: RefundFields, by: RefundBy): Promise<OrderRefunded> {
  const written = await runRefund(deps, (tx) => writeRefund(tx, deps, fields, by))
  if (!written.ok) return written
  await issueCardParts(deps, written.orderRefundId)
  return written
}

/** Runs a refund and rolls it back when its gift cards were spent meanwhile. */
export async function runRefund<T>(
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

/** Plans and writes a refund under the order's lock; the card's part is requested afterwards. */
export async function writeRefund(
  tx: Tx,
  deps: ApiDeps,
  fields: RefundFields,
  { caller, idemKey, requestId }: RefundBy,
): Promise<Written> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, fields.order_id)).for('update')
  if (!order) return invalid({ order_id: ['There is no such order'] })
  const before = idemKey === null ? undefined : await findByKey(tx, idemKey)
  if (before)
    return before.orderId === order.id
      ? { ok: true, orderRefundId: before.id }
      : { ok: false, reason: 'conflict' }
  const refundable = await loadRefundable(tx, order.id)
  const refusal = refuseRefund(order, refundable)
  if (refusal) return { ok: false, reason: refusal }
  const passengerIds = fields.passenger_ids
  const on = fields.flight_id ?? (await findFlightOf(tx, order, passengerIds))
  const ask = await assignGiftsToUnits(tx, readAsk(fields), {
    orderId: order.id,
    flightId: on,
    order: refundable.order,
  })
  const planned = planRefund(refundable.order, ask)
  if (!planned.ok) return explain(planned, ask)
  const { refund: plan } = planned
  if (order.kind === 'gift_cards' && isPaidInPart(order) && ask.kind !== 'whole')
    return invalid({ [ask.kind]: ['These gift cards are not paid yet: please give everything back'] })
  const { expected_amount: expected } = fields
  if (expected !== undefined && toCents(expected) !== plan.amountCents)
    return { ok: false, reason: 'refund_changed' }
  if (await isOverLimit(tx, order.id, caller, getRefundedValue(plan)))
    return { ok: false, reason: 'over_refund_limit' }
  const place = await findPlace(tx, order, { refundable, plan, flightId: on })
  if (!place.ok) return place
  const { flightId } = place
  const chosen = await chooseWhoStaysHome(tx, order, { refundable, plan, flightId, passengerIds })
  if (!chosen.ok) return chosen
  const { staying } = chosen
  const actor = `user:${String(caller.userId)}`
  const { reason } = fields
  const now = deps.clock.now()
  const refund = {
    order,
    refundable,
    plan,
    flightId,
    staying,
    origin: 'staff' as const,
    actor,
    reason,
    idemKey,
    now,
  }
  const orderRefundId = await writeOrderRefund(tx, deps, refund)
  const after = { order_id: order.id, amount: toDollars(plan.amountCents), reason }
  await writeAudit(
    tx,
    { userId: caller.userId, at: now, requestId },
    { resource: 'refunds', id: orderRefundId, after },
  )
  return { ok: true, orderRefundId }
}

interface Placing {
  refundable: Refundable
  plan: PlannedRefund
  flightId: number | undefined
}

/** The flight whose seats are released; when a party is split, staff must name it. */
async function findPlace(
  tx: Tx,
  order: OrderRow,
  { refundable, plan, flightId }: Placing,
): Promise<{ ok: true; flightId: number | undefined } | ReturnType<typeof invalid>> {
  const units = plan.lines
    .filter(({ position }) => refundable.order.lines[position]?.kind === 'seat')
    .reduce((sum, { quantity }) => sum + quantity, 0)
  const sold = await tx
    .select({ flightId: holds.flightId, seats: sql<number>`sum(${holds.seats})::int` })
    .from(holds)
    .where(and(eq(holds.orderId, order.id), eq(holds.state, 'sold')))
    .groupBy(holds.flightId)
  if (flightId !== undefined && !sold.some((one) => one.flightId === flightId)) {
    return invalid({ flight_id: ['Please choose a flight of this order'] })
  }
  const all = sold.reduce((sum, { seats }) => sum + seats, 0)
  if (units === 0 || units >= all || sold.length < 2) return { ok: true, flightId }
  const on = sold.find((one) => one.flightId === flightId)
  if (!on)
    return invalid({ flight_id: ['This party flies apart. Please say on which flight the seats come back.'] })
  if (units > on.seats)
    return invalid({ lines: [`This flight has ${countOf(on.seats, 'seat', 'seats')} of the order`] })
  return { ok: true, flightId }
}

/** When the party is split, the passengers who stay home determine the flight. */
async function findFlightOf(
  tx: Tx,
  order: OrderRow,
  passengerIds: readonly number[] | undefined,
): Promise<number | undefined> {
  if (!passengerIds?.length || order.quantityType === 'flight') return undefined
  const rows = await tx
    .selectDistinct({ flightId: passengers.flightId })
    .from(passengers)
    .where(and(eq(passengers.orderId, order.id), inArray(passengers.id, [...passengerIds])))
  return rows.length === 1 ? (rows[0]?.flightId ?? undefined) : undefined
}

async function findByKey(tx: Tx, idemKey: string) {
  const [found] = await tx.select().from(orderRefunds).where(eq(orderRefunds.idemKey, idemKey))
  return found
}

/** Why nothing of an order can be refunded. */
export function refuseRefund(
  { completedAt, amountPaidCents }: OrderRow,
  { payments }: Refundable,
): 'not_paid' | 'charge_disputed' | undefined {
  if (completedAt === null && amountPaidCents === 0) return 'not_paid'
  const disputed = payments.some(({ disputeState: state }) => state === 'open' || state === 'lost')
  return disputed ? 'charge_disputed' : undefined
}

function readAsk({ amount, lines }: RefundFields): RefundRequest {
  if (lines) return { kind: 'lines', lines }
  return amount === undefined ? { kind: 'whole' } : { kind: 'amount', amountCents: toCents(amount) }
}

const invalid = (fields: FieldErrors) => ({ ok: false as const, reason: 'invalid' as const, fields })

function explain(plan: RefundPlan & { ok: false }, ask: RefundRequest): Written {
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
