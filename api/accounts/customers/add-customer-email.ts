import { and, asc, eq, exists, gt, isNull, sql } from 'drizzle-orm'
import { isBooked } from '#contract/enums.ts'
import { type Tx } from '../../db/client.ts'
import { isUniqueViolation } from '../../db/refused-statement.ts'
import { retryDeadlocks } from '../../db/retry-deadlocks.ts'
import { flights } from '../../db/schema/inventory.ts'
import { holds } from '../../db/schema/holds.ts'
import { orderEvents, orders } from '../../db/schema/orders.ts'
import { users } from '../../db/schema/people.ts'
import { type ApiDeps } from '../../deps.ts'
import { queueMail } from '../../store/mails/queue-mail.ts'
import { isWalkInEmail } from '../../store/walk-in-email.ts'
import { type AuditBy, writeAudit } from '../../store/write-audit.ts'
import { lockAccounts, mergeLocked } from './merge-customers.ts'

type Deps = Pick<ApiDeps, 'database' | 'settings' | 'jobs'>
interface AddedEmail {
  /** The account of the walk-in. */
  userId: number
  /** Any case. */
  email: string
  /** The order about which it was given; its ticket is mailed even when the flight is over. */
  orderId?: number
}
export type EmailAdded =
  | { ok: true; customerId: number }
  | { ok: false; reason: 'not_found' | 'email_known' }
  /** Why the walk-in cannot join the account that has the address, as a sentence. */
  | { ok: false; reason: 'refused'; error: string }

/**
 * Makes an ordinary customer of a walk-in, who gives an e-mail after all. If an account has it, the
 * walk-in joins that account. The tickets of flights to come are mailed there; the link that was
 * scanned or texted keeps working, because nobody else got it.
 */
export async function addCustomerEmail(deps: Deps, added: AddedEmail, by: AuditBy): Promise<EmailAdded> {
  const add = () => retryDeadlocks(() => deps.database.db.transaction((tx) => addInside(tx, deps, added, by)))
  try {
    return await add()
  } catch (error) {
    // Somebody has registered with this address in between: the walk-in joins their account.
    if (!isUniqueViolation(error, 'users_email_key')) throw error
    return add()
  }
}

async function addInside(tx: Tx, deps: Deps, added: AddedEmail, by: AuditBy): Promise<EmailAdded> {
  const { userId } = added
  const email = added.email.toLowerCase()
  const [known] = await tx.select().from(users).where(eq(users.email, email))
  const keptId = known ? (known.mergedIntoId ?? known.id) : userId
  await lockAccounts(tx, { keptId, mergedId: userId })
  const [walkIn] = await tx.select().from(users).where(eq(users.id, userId))
  if (!walkIn) return { ok: false, reason: 'not_found' }
  if (!isWalkInEmail(walkIn.email) || walkIn.mergedIntoId !== null)
    return { ok: false, reason: 'email_known' }
  const placed = await findOrders(tx, added, by.at)
  if (known) {
    const merged = await mergeLocked(tx, deps, { keptId, mergedId: userId }, by)
    if (!merged.ok) return merged
  } else {
    await tx.update(users).set({ email }).where(eq(users.id, userId))
    await tx
      .update(orders)
      .set({ email })
      .where(and(eq(orders.userId, userId), eq(orders.email, walkIn.email)))
    const [before, after] = [{ email_given: false }, { email_given: true }]
    await writeAudit(tx, by, { resource: 'customers', id: userId, before, after })
  }
  for (const { id, isMailed } of placed) await mailTicket(tx, deps, { id, isMailed }, by)
  return { ok: true, customerId: keptId }
}

/** The orders of a walk-in, and whether their tickets are of use. */
async function findOrders(tx: Tx, { userId, orderId }: AddedEmail, now: Date) {
  const ahead = tx
    .select({ id: holds.id })
    .from(holds)
    .innerJoin(flights, eq(flights.id, holds.flightId))
    .where(and(eq(holds.orderId, orders.id), eq(holds.state, 'sold'), gt(flights.departAt, now)))
  const placed = await tx
    .select({ id: orders.id, isAhead: sql<boolean>`${exists(ahead)}` })
    .from(orders)
    .where(and(eq(orders.userId, userId), isNull(orders.supersededById)))
    .orderBy(asc(orders.id))
  return placed.map(({ id, isAhead }) => ({ id, isMailed: isAhead || id === orderId }))
}

/** Writes the change down, and mails the ticket of a paid order. */
async function mailTicket(
  tx: Tx,
  deps: Deps,
  { id, isMailed }: { id: number; isMailed: boolean },
  { at, userId }: AuditBy,
): Promise<void> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, id))
  if (!order) throw new Error(`Order ${String(id)} is locked and cannot be found`)
  const { status, email } = order
  await tx.insert(orderEvents).values({
    orderId: id,
    at,
    actor: `user:${String(userId)}`,
    fromStatus: status,
    toStatus: status,
    reason: 'e-mail added',
    details: { to: email },
  })
  if (!isMailed || !isBooked(status)) return
  const kind = 'order_confirmation' as const
  await queueMail(tx, { kind, eventKey: `${kind}:${String(id)}`, orderId: id, to: email }, at, deps)
}
