import { randomBytes } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { type DbOrTx, type Tx } from '../../db/client.ts'
import { orderLinks, orders } from '../../db/schema/orders.ts'
import { statement } from '../../db/statement.ts'
import { type ApiDeps } from '../../deps.ts'
import { keyedHash, keyedHashes, seal, unseal } from '../../gateways/sealed-text.ts'

type Deps = Pick<ApiDeps, 'database' | 'settings' | 'clock'>

/**
 * What a token is hashed and sealed for. The purpose binds a sealed token to its order, so that a
 * copy in another row cannot be opened.
 */
export const orderLinkUses = {
  hash: 'order link',
  seal: (orderId: number) => `order:${String(orderId)}`,
} as const

/**
 * The token of an order's secret link for a mail to `to`, created with the first such mail.
 * @returns undefined when the order has another address by now, because the old one must not open
 * it
 */
export async function findOrderToken(
  { database: { db }, settings, clock }: Deps,
  { orderId, to }: { orderId: number; to: string },
): Promise<string | undefined> {
  const token = randomBytes(24).toString('hex')
  const made = {
    tokenHash: keyedHash(settings.secrets.code, orderLinkUses.hash, token),
    tokenSealed: seal(settings.secrets.code, orderLinkUses.seal(orderId), token),
  }
  await insertLink(db, { orderId, ...made, madeAt: clock.now() })
  const [kept] = await selectLink(db, { orderId, to })
  return kept && unseal(settings.secrets.code, orderLinkUses.seal(orderId), kept.sealed)
}

const insertLink = statement((db) =>
  db
    .insert(orderLinks)
    .values({
      orderId: sql.placeholder('orderId'),
      tokenHash: sql.placeholder('tokenHash'),
      tokenSealed: sql.placeholder('tokenSealed'),
      madeAt: sql.placeholder('madeAt'),
    })
    .onConflictDoNothing(),
)

/** Link and address are read together, because a correction changes both in one transaction. */
const selectLink = statement((db) =>
  db
    .select({ sealed: orderLinks.tokenSealed })
    .from(orderLinks)
    .innerJoin(orders, eq(orders.id, orderLinks.orderId))
    .where(and(eq(orderLinks.orderId, sql.placeholder('orderId')), eq(orders.email, sql.placeholder('to')))),
)

/** Ends the link that was mailed to a wrong address; the next mail creates another one. */
export async function endOrderLink(tx: Tx, orderId: number): Promise<void> {
  await tx.delete(orderLinks).where(eq(orderLinks.orderId, orderId))
}

/** The order behind a token. The caller checks whether the token has expired. */
export async function findOrderByToken(
  db: DbOrTx,
  { secrets }: ApiDeps['settings'],
  token: string,
): Promise<typeof orders.$inferSelect | undefined> {
  const [found] = await db
    .select({ order: orders })
    .from(orderLinks)
    .innerJoin(orders, eq(orders.id, orderLinks.orderId))
    .where(inArray(orderLinks.tokenHash, keyedHashes(secrets.code, orderLinkUses.hash, token)))
  return found?.order
}
