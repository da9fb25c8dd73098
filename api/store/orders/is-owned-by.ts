import { and, eq, exists, type SQL, sql } from 'drizzle-orm'
import { type PgColumn, QueryBuilder } from 'drizzle-orm/pg-core'
import { orders } from '../../db/schema/orders.ts'
import { sessions } from '../../db/schema/people.ts'
import { type SignedInCaller } from '../../http/http.ts'

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
