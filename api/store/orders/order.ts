import { and, eq, exists, isNull, type SQL, sql } from 'drizzle-orm'
import { type PgColumn, QueryBuilder } from 'drizzle-orm/pg-core'
import { isBooked } from '#contract/enums.ts'
import { type DbOrTx, type Tx } from '../../db/client.ts'
import { orderEvents, orders } from '../../db/schema/orders.ts'
import { sessions } from '../../db/schema/people.ts'
import { statement } from '../../db/statement.ts'
import { discountCodeUses, prizes } from '../../db/schema/promotions.ts'
import { type SignedInCaller } from '../../http/http.ts'
import { canSeeOrder, type OrderViewer } from '../../rules/access/permissions.ts'
import { canTransition, type OrderState } from '../../rules/orders/order-states.ts'
import { type FrozenPricing } from '../../rules/pricing/frozen-pricing.ts'
import { announceOrder } from '../queue-webhook.ts'

export type OrderRow = typeof orders.$inferSelect

/** The amount left to pay, in cents: all of it until money arrived, then what staff left open. */
export function getDueCents(
  order: Pick<OrderRow, 'totalCents' | 'creditsCents' | 'amountPaidCents' | 'dueCents'>,
): number {
  return order.amountPaidCents > 0 ? order.dueCents : order.totalCents - order.creditsCents
}

/** What the customer's next card payment takes of the amount due: all, or the part staff asked for. */
export function getPartCents({ nextPartCents }: Pick<OrderRow, 'nextPartCents'>, dueCents: number): number {
  return Math.min(nextPartCents ?? dueCents, dueCents)
}

/** True when its seats are sold and money arrived for it. */
export const isPaidInPart = ({ status }: Pick<OrderRow, 'status'>): boolean => status === 'partially_paid'

/** True for an order that starts a membership once it is paid. */
export const startsMembership = <T extends Pick<OrderRow, 'membershipPlanId'>>(
  order: T,
): order is T & { membershipPlanId: number } => order.membershipPlanId !== null

/**
 * True when the price of an order holds only while something is free for it: a use of its code, its
 * prize, or the members' price.
 */
export function hasReservedPrice(order: Pick<OrderRow, 'pricing' | 'membershipPlanId'>): boolean {
  const cart = order.pricing?.cart
  const hasPrize = cart !== undefined && 'prizeUpgradeId' in cart && Boolean(cart.prizeUpgradeId)
  return Boolean(cart?.discount) || hasPrize || startsMembership(order)
}

/**
 * Locks an order's row until the transaction ends. Order rows come first, then payment attempts,
 * then slots: every transaction that takes several of them does so in this order.
 */
export async function lockOrder(tx: Tx, orderId: number): Promise<OrderRow> {
  const [order] = await selectForUpdate(tx, { orderId })
  if (!order) throw new Error(`There is no order ${String(orderId)}`)
  return order
}

const selectForUpdate = statement((db) =>
  db
    .select()
    .from(orders)
    .where(eq(orders.id, sql.placeholder('orderId')))
    .for('update'),
)

/**
 * An order's row; undefined both when there is none and when the caller may not see it.
 * @param may `ownsOrder` where seeing it is not enough
 */
export async function findVisibleOrder(
  db: DbOrTx,
  viewer: OrderViewer,
  orderId: number,
  may: typeof canSeeOrder = canSeeOrder,
): Promise<OrderRow | undefined> {
  const [found] = await selectWithSession(db, { orderId })
  if (!found) return undefined
  return may(viewer, { ...found.order, madeIn: found.madeIn }) ? found.order : undefined
}

const selectWithSession = statement((db) =>
  db
    .select({ order: orders, madeIn: { userId: sessions.userId, scope: sessions.scope } })
    .from(orders)
    .innerJoin(sessions, eq(sessions.id, orders.sessionId))
    .where(eq(orders.id, sql.placeholder('orderId'))),
)

export interface OrderTransition {
  orderId: number
  to: OrderState
  /** `user:12`, `session:…`, `stripe`, `clock`. */
  actor: string
  reason: string
  now: Date
  details?: Record<string, string | number | boolean | null>
  /** The amount paid by now. */
  amountPaidCents?: number
  /** What is due of an order that is paid in part by now. */
  dueCents?: number
  /** The call that paid the order, by its idempotency key. */
  paidByRequest?: string | null
  /** The order's row, where the caller has read it under its lock. */
  locked?: Pick<OrderRow, 'status' | 'pricing'>
}

/**
 * Changes the state of an order and writes who, when and why; its code and its prize follow. It
 * locks the order's row, so call it before anything that locks slots (order rows come before slots
 * everywhere).
 */
export async function transitionOrder(
  tx: Tx,
  {
    orderId,
    to,
    actor,
    reason,
    now,
    details,
    amountPaidCents,
    dueCents = 0,
    paidByRequest,
    locked,
  }: OrderTransition,
): Promise<
  | { ok: true; from: OrderState }
  | { ok: false; reason: 'not_found' }
  | { ok: false; reason: 'transition_refused'; from: OrderState }
> {
  const [order] = locked ? [locked] : await selectForUpdate(tx, { orderId })
  if (!order) return { ok: false, reason: 'not_found' }
  const from = order.status
  if (!canTransition(from, to)) return { ok: false, reason: 'transition_refused', from }
  await Promise.all([
    writeTransition(tx, {
      orderId,
      from,
      to,
      actor,
      reason,
      now,
      details: details ?? null,
      amountPaidCents: amountPaidCents ?? null,
      dueCents,
      paidByRequest: paidByRequest ?? null,
      completedAt: to === 'completed' ? now : null,
    }),
    settleDiscountUses(tx, { orderId, cart: order.pricing?.cart, to, now }),
    announceTransition(tx, { orderId, from, to, now }),
  ])
  return { ok: true, from }
}

/** An order that was never paid is not announced to other systems. */
async function announceTransition(
  tx: Tx,
  { orderId, from, to, now }: Pick<OrderTransition, 'orderId' | 'to' | 'now'> & { from: OrderState },
): Promise<void> {
  if (to === 'completed') await announceOrder(tx, { type: 'order.completed', orderId, now })
  if (to === 'cancelled' && isBooked(from)) {
    await announceOrder(tx, { type: 'order.cancelled', orderId, now })
  }
}

/** The order's new state and its event; what is null stays as it was. */
const writeTransition = statement((db) => {
  const value = sql.placeholder
  const given = (column: PgColumn, name: string) => sql`${sql.param(value(name), column)}`
  const kept = (column: PgColumn, name: string) => sql`coalesce(${given(column, name)}, ${column})`
  const moved = db.$with('moved').as(
    db
      .update(orders)
      .set({
        status: given(orders.status, 'to'),
        amountPaidCents: kept(orders.amountPaidCents, 'amountPaidCents'),
        dueCents: given(orders.dueCents, 'dueCents'),
        nextPartCents: null,
        paidByRequest: kept(orders.paidByRequest, 'paidByRequest'),
        completedAt: kept(orders.completedAt, 'completedAt'),
      })
      .where(eq(orders.id, value('orderId')))
      .returning({ id: orders.id }),
  )
  return db
    .with(moved)
    .insert(orderEvents)
    .values({
      orderId: value('orderId'),
      at: value('now'),
      actor: value('actor'),
      fromStatus: value('from'),
      toStatus: value('to'),
      reason: value('reason'),
      details: value('details'),
    })
})

export interface OrderTransitionFacts {
  orderId: number
  /** The frozen cart; an order without code and prize needs no query. */
  cart: FrozenPricing['cart'] | undefined
  to: OrderState
  now: Date
}

/**
 * Settles the use of a code and the prize with their order: used when it is paid, also in part,
 * released when it ends unpaid. A use that was paid once stays used, also after a refund. The order
 * must be locked.
 */
export async function settleDiscountUses(
  tx: Tx,
  { orderId, cart, to, now }: OrderTransitionFacts,
): Promise<void> {
  const paid = to === 'completed' || to === 'partially_paid'
  if (!paid && to !== 'cancelled' && to !== 'expired') return
  if (cart?.discount) {
    const ofOrder = eq(discountCodeUses.orderId, orderId)
    await tx
      .update(discountCodeUses)
      .set({ state: paid ? 'captured' : 'released' })
      // A late payment finds its use released; `confirmDiscounts` has counted it again.
      .where(paid ? ofOrder : and(ofOrder, eq(discountCodeUses.state, 'reserved')))
  }
  if (cart && 'prizeUpgradeId' in cart && cart.prizeUpgradeId) {
    await tx
      .update(prizes)
      .set(paid ? { usedAt: now } : { orderId: null })
      .where(and(eq(prizes.orderId, orderId), isNull(prizes.usedAt)))
  }
}

interface Owned {
  ownerId: PgColumn
  /** The order it came from. */
  orderId: PgColumn
}

/**
 * The condition for gift cards and vouchers of the caller's account. While its mailbox is not
 * proven, only those from orders made while logged in count: anybody can buy under an e-mail, and
 * anybody can register it (domain rule 3). Guests own none.
 */
export function ownedTenderCondition(caller: SignedInCaller, { ownerId, orderId }: Owned): SQL | undefined {
  if (caller.kind === 'guest') return sql`false`
  const theirs = eq(ownerId, caller.userId)
  if (caller.emailProven) return theirs
  const madeLoggedIn = new QueryBuilder()
    .select({ one: sql`1` })
    .from(orders)
    .innerJoin(sessions, eq(sessions.id, orders.sessionId))
    .where(and(eq(orders.id, orderId), eq(sessions.userId, caller.userId), eq(sessions.scope, 'customer')))
  return and(theirs, exists(madeLoggedIn))
}
