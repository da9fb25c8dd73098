import { and, eq, inArray, or, type SQL } from 'drizzle-orm'
import { type PgColumn } from 'drizzle-orm/pg-core'
import { type Db } from '../../db/client.ts'
import { orders } from '../../db/schema/orders.ts'
import { sessions } from '../../db/schema/people.ts'
import { type SignedInCaller } from '../../http/http.ts'

/**
 * Orders made in the account's own sessions, except those sold to others as staff; with a proven
 * mailbox also guest orders under its address.
 */
export async function ownOrders(db: Db, caller: SignedInCaller): Promise<SQL | undefined> {
  if (caller.kind === 'guest') return eq(orders.sessionId, caller.sessionId)
  const own = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, caller.userId), eq(sessions.scope, 'customer')))
  const made = inArray(orders.sessionId, [caller.sessionId, ...own.map(({ id }) => id)])
  const theirs = eq(orders.userId, caller.userId)
  return caller.emailProven
    ? or(and(made, eq(orders.channel, 'web')), theirs)
    : and(made, or(eq(orders.channel, 'web'), theirs))
}

/** Rows of the caller's own orders. */
export const ofOwnOrders =
  (column: PgColumn) =>
  async (db: Db, caller: SignedInCaller): Promise<SQL | undefined> =>
    inArray(
      column,
      db
        .select({ id: orders.id })
        .from(orders)
        .where(await ownOrders(db, caller)),
    )
