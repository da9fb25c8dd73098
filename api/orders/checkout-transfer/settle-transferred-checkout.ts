import { and, asc, eq, ne, sql } from 'drizzle-orm'
import { type DbOrTx, type Tx } from '../../db/client.ts'
import { orders } from '../../db/schema/orders.ts'
import { drafts } from '../../db/schema/platform.ts'
import { type ApiDeps } from '../../deps.ts'
import { closeUnpaid, lockForSuccessor, type SupersedeRefusal } from '../supersede-order.ts'
import { transitionOrder } from '../../store/orders/order.ts'
import { releaseSeats } from '../../seats/order-seats.ts'

/** One class of advisory lock for all copies of a draft. */
const DRAFT_LOCK = 7203118

export type TransferRefusal = 'finished_elsewhere' | 'payment_in_progress' | 'payment_provider_unavailable'
export type TransferSettlement = { ok: true; released: boolean } | { ok: false; reason: TransferRefusal }

/** The result of an order that was made from a copy of a draft. */
interface TransferredOrder {
  orderId: number
  status: typeof orders.$inferSelect.status
  paid: boolean
}

/** A draft among its copies: their common origin, and since when orders from the copies count. */
interface DraftLine {
  draftId: string
  root: string
  since: Date
}

/**
 * Checks, before a draft becomes an order, what was ordered from its copies on other devices. A
 * copy comes from its owner through a code or mailed link, which is enough proof to cancel the
 * other unpaid order: its payment is closed at the provider first, then its seats are free. A paid
 * order stands and refuses.
 */
export async function settleTransferredDraft(
  deps: ApiDeps,
  draftId: string | null | undefined,
): Promise<TransferSettlement> {
  const line = await readLine(deps.database.db, draftId)
  return line ? settle(deps, await listOrders(deps.database.db, line)) : { ok: true, released: false }
}

/**
 * The same check when a draft is transferred to another device; orders made from it count too, once
 * paid since `since`.
 * @param since when the code or link was created
 */
export async function settleSourceDraft(
  deps: ApiDeps,
  draftId: string,
  since: Date,
): Promise<TransferSettlement> {
  const line = await readLine(deps.database.db, draftId)
  if (!line) return { ok: true, released: false }
  return settle(deps, await listOrders(deps.database.db, { ...line, draftId: '', since }))
}

/**
 * Runs in the transaction that writes an order, after the locks of session and user and before
 * those of orders, so that two devices ordering at once come one after the other.
 * @returns true when another device ordered since `settleTransferredDraft` looked
 */
export async function wasOrderedOnOtherDevice(tx: Tx, draftId: string | null | undefined): Promise<boolean> {
  const line = await readLine(tx, draftId)
  if (!line) return false
  await tx.execute(sql`select pg_advisory_xact_lock(${DRAFT_LOCK}, hashtext(${line.root}))`)
  const others = await listOrders(tx, line)
  return others.some(({ status, paid }) => paid || status === 'awaiting_payment')
}

async function settle(deps: ApiDeps, others: readonly TransferredOrder[]): Promise<TransferSettlement> {
  let letGo = false
  if (others.some(({ paid }) => paid)) return { ok: false, reason: 'finished_elsewhere' }
  for (const { orderId, status } of others) {
    if (status !== 'awaiting_payment') continue
    const closed = await closeUnpaid(deps, { id: orderId, status })
    if (!closed.ok) return { ok: false, reason: reasonOf(closed.reason) }
    const gone = await deps.database.db.transaction((tx) => releaseOrder(tx, orderId, deps.clock.now()))
    if (!gone.ok) return gone
    letGo ||= gone.released
  }
  return { ok: true, released: letGo }
}

const reasonOf = (reason: SupersedeRefusal): TransferRefusal =>
  reason === 'payment_in_progress' || reason === 'payment_provider_unavailable'
    ? reason
    : 'finished_elsewhere'

async function releaseOrder(tx: Tx, orderId: number, now: Date): Promise<TransferSettlement> {
  const locked = await lockForSuccessor(tx, orderId, now)
  if (!locked.ok) return { ok: false, reason: reasonOf(locked.reason) }
  const reason = 'continued on another device'
  const moved = await transitionOrder(tx, { orderId, to: 'cancelled', actor: 'resumption', reason, now })
  // If the order was already over, its seats are already free.
  if (moved.ok) await releaseSeats(tx, orderId)
  return { ok: true, released: moved.ok }
}

/** Undefined for a draft that has ended. */
async function readLine(db: DbOrTx, draftId: string | null | undefined): Promise<DraftLine | undefined> {
  if (!draftId) return undefined
  const [draft] = await db.select().from(drafts).where(eq(drafts.id, draftId))
  return draft && { draftId, root: draft.rootId ?? draft.id, since: draft.createdAt }
}

async function listOrders(db: DbOrTx, { draftId, root, since }: DraftLine): Promise<TransferredOrder[]> {
  const found = await db
    .select({ orderId: orders.id, status: orders.status, completedAt: orders.completedAt })
    .from(orders)
    .where(and(eq(orders.draftRoot, root), ne(orders.draftId, draftId)))
    .orderBy(asc(orders.id))
  return found.map(({ orderId, status, completedAt }) => ({
    orderId,
    status,
    paid: completedAt !== null && completedAt >= since,
  }))
}
