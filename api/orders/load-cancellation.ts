import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { isBooked } from '#contract/enums.ts'
import { type FieldErrors } from '#contract/errors.ts'
import { type DbOrTx, type Tx } from '../db/client.ts'
import { departures, fares, products, upgrades } from '../db/schema/catalogue.ts'
import { flights, slots } from '../db/schema/inventory.ts'
import { orderChanges, orderItemFlights, orderItemSeats } from '../db/schema/orders.ts'
import {
  type CancellationRefusal,
  type CancellationTerms,
  findCancellationTerms,
  type FlightToCancel,
  type EarlierChange,
} from './rules/cancellation-terms.ts'
import { planCancellation, type PlannedRefund } from '../rules/refunds/plan-refund.ts'
import { type RefundableOrder } from '../rules/refunds/refund-shares.ts'
import { loadRefundable, type Refundable } from '../store/orders/load-refundable.ts'
import { findOrderFlights } from '../store/orders/find-order-flights.ts'
import { findTransferredFlights } from '../store/orders/find-transferred-flights.ts'
import { isPaidInPart, type OrderRow } from '../store/orders/order.ts'
import { refuseRefund } from '../payments/refunds/refund-order.ts'
import { type PartToCancel, planPartCancellation } from './plan-part-cancellation.ts'

export type CancellationProblem = CancellationRefusal | 'charge_disputed'

/** What a cancellation of the order would mean now. */
export type CancellationJudgement = { deadline: Date | null; refundable: Refundable } & (
  | { ok: true; refundBps: number; plan: PlannedRefund; part?: PartToCancel | undefined }
  | { ok: false; reason: CancellationProblem }
  | { ok: false; reason: 'invalid'; fields: FieldErrors }
)

/**
 * Compares an order with its product's cancellation policy; the order's row must be locked before
 * acting on it.
 */
export async function loadCancellation(
  db: DbOrTx,
  order: OrderRow,
  now: Date,
): Promise<Exclude<CancellationJudgement, { reason: 'invalid' }>> {
  const refundable = await loadRefundable(db, order.id)
  const terms = await findTerms(db, order, refundable, now)
  const { deadline } = terms
  if (!terms.ok) return { ok: false, reason: terms.reason, deadline, refundable }
  if (refuseRefund(order, refundable)) return { ok: false, reason: 'charge_disputed', deadline, refundable }
  const { refundBps } = terms
  // There is no deadline when the operator cancelled the flight.
  const plan = planCancellation(refundable.order, refundBps, deadline === null)
  return { ok: true, refundBps, plan, deadline, refundable }
}

/** The same for a cancellation in which some of the party stay home. */
export async function loadPartCancellation(
  tx: Tx,
  order: OrderRow,
  passengerIds: readonly number[] | undefined,
  now: Date,
): Promise<CancellationJudgement> {
  const judged = await loadCancellation(tx, order, now)
  if (!judged.ok || !passengerIds?.length) return judged
  const { refundable, deadline, refundBps } = judged
  if (deadline === null) return { ok: false, reason: 'invalid', fields: CALLED_OFF, deadline, refundable }
  const planned = await planPartCancellation(tx, { order, refundable, passengerIds, refundBps })
  if (!planned.ok) return { ok: false, reason: 'invalid', fields: planned.fields, deadline, refundable }
  return planned.part ? { ...judged, plan: planned.plan, part: planned.part } : judged
}

const CALLED_OFF: FieldErrors = {
  passenger_ids: ['This flight was called off: please choose for the whole party'],
}

async function findTerms(
  db: DbOrTx,
  order: OrderRow,
  refundable: Refundable,
  now: Date,
): Promise<CancellationTerms> {
  const [policy] = await db
    .select({ untilHours: products.cancelUntilHours, refundBps: products.cancelRefundBps })
    .from(products)
    .where(eq(products.id, order.productId))
  if (!policy) throw new Error(`The product of order ${String(order.id)} is gone`)
  return findCancellationTerms(
    {
      paid: order.completedAt !== null || isPaidInPart(order),
      standing: isBooked(order.status),
      giftCards: order.kind === 'gift_cards',
      flights: await findFlights(db, order.id),
      moves: await findMoves(db, order.id),
      refundRight: await isRefundChoosable(db, order.id, refundable.order),
      policy,
    },
    now,
  )
}

async function findFlights(db: DbOrTx, orderId: number): Promise<FlightToCancel[]> {
  const rows = await findOrderFlights(db, orderId)
  const transferred = await findTransferredFlights(db, orderId)
  return rows.map(({ id, status, ...times }) => ({
    ...times,
    isDepartureCancelled: status === 'called_off',
    isMovedByOperator: transferred.has(id),
  }))
}

/**
 * Whether the buyer of a cancelled departure may choose a refund and not only other seats or a
 * voucher, because of the fare or an upgrade.
 */
export async function isRefundChoosable(
  db: DbOrTx,
  orderId: number,
  refundable: RefundableOrder,
): Promise<boolean> {
  return (await fareGivesBack(db, orderId)) || (await hasRefundRight(db, refundable))
}

async function fareGivesBack(db: DbOrTx, orderId: number): Promise<boolean> {
  const bought = await db
    .select({ departureId: orderItemSeats.departureId })
    .from(orderItemSeats)
    .where(eq(orderItemSeats.orderId, orderId))
    .unionAll(
      db
        .select({ departureId: orderItemFlights.departureId })
        .from(orderItemFlights)
        .where(eq(orderItemFlights.orderId, orderId)),
    )
  const ids = bought.map(({ departureId }) => departureId)
  const found = await db
    .select({ giveBack: fares.refundWhenCalledOff })
    .from(departures)
    .innerJoin(fares, eq(fares.id, departures.fareId))
    .where(inArray(departures.id, ids))
  return found.length > 0 && found.every(({ giveBack }) => giveBack)
}

/** The completed reschedules, without those away from a departure that was cancelled. */
async function findMoves(db: DbOrTx, orderId: number): Promise<EarlierChange[]> {
  const from = sql`${orderChanges.wish} -> 'fromFlightIds'`
  return db
    .select({ at: orderChanges.createdAt, departAt: slots.departAt })
    .from(orderChanges)
    .innerJoin(flights, and(sql`${from} @> to_jsonb(${flights.id})`, ne(flights.status, 'called_off')))
    .innerJoin(slots, eq(slots.id, flights.slotId))
    .where(
      and(
        eq(orderChanges.orderId, orderId),
        eq(orderChanges.kind, 'reschedule'),
        eq(orderChanges.state, 'completed'),
      ),
    )
}

/** An upgrade that was refunded alone gives no right any more. */
async function hasRefundRight(db: DbOrTx, { lines, returnedUnits }: RefundableOrder): Promise<boolean> {
  const ids = lines.flatMap(({ kind, subjectId, quantity }, position) => {
    const back = returnedUnits.reduce((sum, one) => sum + (one.position === position ? one.quantity : 0), 0)
    return kind === 'upgrade' && subjectId !== null && quantity > back ? [subjectId] : []
  })
  if (ids.length === 0) return false
  const rows = await db.select().from(upgrades).where(inArray(upgrades.id, ids))
  return rows.some(({ refundRight }) => refundRight)
}
