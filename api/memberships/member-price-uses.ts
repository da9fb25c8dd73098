import { and, eq, exists, gt, inArray, not, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { type DbOrTx, type Tx } from '../db/client.ts'
import { memberPriceUses, subscriptionInvoices, subscriptions } from '../db/schema/memberships.ts'
import { orders } from '../db/schema/orders.ts'
import { users } from '../db/schema/people.ts'
import { normaliseEmail } from './rules/normalise-email.ts'
import { keyedHash } from '../gateways/sealed-text.ts'
import { isStillPayable, type OwnUses } from '../store/find-discount.ts'

/** Who asks for a members' price by consent. */
export interface MemberPriceBuyer {
  /** Undefined when the account is made together with the order. */
  userId: number | undefined
  /** The normalised forms of all addresses of this person. */
  emailKeys: readonly string[]
  cardKey?: string | undefined
}

const PRICE_LOCK = 7203120

export const hashMemberEmail = (secret: string, email: string): string =>
  keyedHash(secret, 'members price e-mail', normaliseEmail(email))

export const hashMemberCard = (secret: string, fingerprint: string): string =>
  keyedHash(secret, 'members price card', fingerprint)

/** Somebody with all addresses of their account, and of accounts that were merged into it. */
export async function readMemberPriceBuyer(
  db: DbOrTx,
  secret: string,
  { userId, email }: { userId: number | undefined; email: string | undefined },
): Promise<MemberPriceBuyer> {
  const known =
    userId === undefined
      ? []
      : await db
          .select({ email: users.email })
          .from(users)
          .where(or(eq(users.id, userId), eq(users.mergedIntoId, userId)))
  const emails = [...known.map((one) => one.email), ...(email === undefined ? [] : [email])]
  return { userId, emailKeys: [...new Set(emails.map((one) => hashMemberEmail(secret, one)))] }
}

/**
 * Locks each key, in a fixed order. These locks come after those of orders and before those of
 * slots.
 */
export async function lockPriceKeys(tx: Tx, keys: readonly string[]): Promise<void> {
  for (const key of [...keys].sort())
    await tx.execute(sql`select pg_advisory_xact_lock(${PRICE_LOCK}, hashtext(${key}))`)
}

/**
 * The order by which somebody has used the members' price without paying a membership since;
 * undefined when the next consent may have it.
 */
export async function findOpenPriceUse(
  db: DbOrTx,
  taker: MemberPriceBuyer,
  { now, except }: { now: Date; except: OwnUses },
): Promise<number | undefined> {
  const same = isSameBuyer(taker)
  if (!same) return undefined
  const [found] = await db
    .select({ orderId: orders.id })
    .from(memberPriceUses)
    .innerJoin(orders, eq(orders.id, memberPriceUses.orderId))
    .where(
      and(same, usesPrice(db, now, except.sessionId), not(isSettled(db)), isNotExcepted(except.orderIds)),
    )
    .orderBy(orders.id)
    .limit(1)
  return found?.orderId
}

const isNotExcepted = (ids: readonly number[] = []) =>
  ids.length === 0 ? undefined : notInArray(orders.id, [...ids])

function isSameBuyer({ userId, emailKeys, cardKey }: MemberPriceBuyer): SQL | undefined {
  return or(
    userId === undefined ? undefined : eq(orders.userId, userId),
    emailKeys.length === 0 ? undefined : inArray(memberPriceUses.emailKey, [...emailKeys]),
    cardKey === undefined ? undefined : eq(memberPriceUses.cardKey, cardKey),
  )
}

/**
 * Paid and not given back whole, or unpaid and still to be paid. While a session only asks for a
 * price, the paid ones count: an unpaid one, of another device too, may give way to what is asked
 * about.
 */
function usesPrice(db: DbOrTx, now: Date, sessionId: string | undefined): SQL | undefined {
  const paid = inArray(orders.status, ['completed', 'partially_paid', 'partially_refunded'])
  return sessionId === undefined ? or(paid, isStillPayable(db, now)) : paid
}

/**
 * Whether a first invoice was paid, for the membership of the order or a later one of the account.
 */
export function isSettled(db: DbOrTx): SQL {
  const since = sql`date_trunc('second', ${memberPriceUses.createdAt})`
  return exists(
    db
      .select({ one: sql`1` })
      .from(subscriptions)
      .innerJoin(subscriptionInvoices, eq(subscriptionInvoices.subscriptionId, subscriptions.id))
      .where(
        and(
          eq(subscriptionInvoices.status, 'paid'),
          gt(subscriptionInvoices.amountCents, 0),
          or(
            eq(subscriptions.orderId, orders.id),
            and(eq(subscriptions.userId, orders.userId), sql`${subscriptionInvoices.paidAt} >= ${since}`),
          ),
        ),
      ),
  )
}

/** Stores a keyed hash of the card with the order it pays, which does not reveal the card. */
export async function writeCardKey(db: DbOrTx, orderId: number, cardKey: string): Promise<void> {
  await db.update(memberPriceUses).set({ cardKey }).where(eq(memberPriceUses.orderId, orderId))
}
