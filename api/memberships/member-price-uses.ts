import { and, eq, exists, gt, inArray, not, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { type KeyRing } from '#settings/key-ring.ts'
import { type DbOrTx, type Tx } from '../db/client.ts'
import { memberPriceUses, subscriptionInvoices, subscriptions } from '../db/schema/memberships.ts'
import { orders } from '../db/schema/orders.ts'
import { users } from '../db/schema/people.ts'
import { normaliseEmail } from './rules/normalise-email.ts'
import { keyedHashes } from '../gateways/sealed-text.ts'
import { isStillPayable, type OwnUses } from '../store/find-discount.ts'

/** Who asks for a members' price by consent. */
export interface MemberPriceBuyer {
  /** Undefined when the account is made together with the order. */
  userId: number | undefined
  /**
   * Hashes of all addresses of this person, one of each key of `CODE_SECRET`; the first is stored
   * with the order.
   */
  emailKeys: readonly string[]
  cardKeys?: readonly string[] | undefined
}

const PRICE_LOCK = 7203120

export const MEMBER_EMAIL_USE = 'members price e-mail'

/** The hashes of a card, one of each key; the first is stored. */
export const hashMemberCard = (ring: KeyRing, fingerprint: string): [string, ...string[]] =>
  keyedHashes(ring, 'members price card', fingerprint)

/** Somebody with all addresses of their account, and of accounts that were merged into it. */
export async function readMemberPriceBuyer(
  db: DbOrTx,
  ring: KeyRing,
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
  const hashEmail = (one: string) => keyedHashes(ring, MEMBER_EMAIL_USE, normaliseEmail(one))
  return { userId, emailKeys: [...new Set(emails.flatMap((one) => hashEmail(one)))] }
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

function isSameBuyer({ userId, emailKeys, cardKeys = [] }: MemberPriceBuyer): SQL | undefined {
  return or(
    userId === undefined ? undefined : eq(orders.userId, userId),
    emailKeys.length === 0 ? undefined : inArray(memberPriceUses.emailKey, [...emailKeys]),
    cardKeys.length === 0 ? undefined : inArray(memberPriceUses.cardKey, [...cardKeys]),
  )
}

/**
 * Orders that use the members' price: paid and not fully refunded, or unpaid and still payable.
 * While a session only requests a price, only paid ones count, because the requested order may
 * replace an unpaid one, also of another device.
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

/**
 * Stores a keyed hash of the card with the order it pays, which does not reveal the card. Orders
 * that the same card paid under a former key get the new hash, too.
 */
export async function writeCardKey(
  db: DbOrTx,
  orderId: number,
  [cardKey, ...former]: readonly [string, ...string[]],
): Promise<void> {
  const sameCard = former.length === 0 ? undefined : inArray(memberPriceUses.cardKey, former)
  await db
    .update(memberPriceUses)
    .set({ cardKey })
    .where(or(eq(memberPriceUses.orderId, orderId), sameCard))
}
