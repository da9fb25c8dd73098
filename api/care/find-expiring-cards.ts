import { and, eq, inArray, isNull, notExists, notInArray, notLike, sql, type SQL } from 'drizzle-orm'
import { type Db, type DbOrTx } from '../db/client.ts'
import { careMessages } from '../db/schema/care.ts'
import { creditCards } from '../db/schema/cards.ts'
import { subscriptions } from '../db/schema/memberships.ts'
import { listBrandsWithout } from '../store/care/care-stops.ts'
import { type DueCare } from '../store/care/queue-care.ts'
import { ERASED_DOMAIN } from '../store/erased-email.ts'
import { isGivenEmail } from '../store/walk-in-email.ts'

/** How long before its last day the card's owner is written to. */
const CARD_NOTICE_DAYS = 30

/** A card is good until its month ends; the month is read as that of New York, where the shop is. */
const cardEnd = sql`((make_date(${creditCards.expYear}, ${creditCards.expMonth}, 1) + interval '1 month')
  at time zone 'America/New_York')`

/** The default cards of accounts whose membership goes on, with when each ends. */
export const findMembersCards = (db: DbOrTx, where: SQL | undefined) =>
  db
    .selectDistinctOn([creditCards.id], {
      creditCardId: creditCards.id,
      brandId: subscriptions.brandId,
      email: subscriptions.email,
      planId: subscriptions.planId,
      brand: creditCards.brand,
      last4: creditCards.last4,
      expMonth: creditCards.expMonth,
      expYear: creditCards.expYear,
      dueFor: sql<Date>`${cardEnd}`.mapWith(careMessages.dueFor),
    })
    .from(creditCards)
    .innerJoin(subscriptions, eq(subscriptions.userId, creditCards.userId))
    .where(
      and(
        isNull(creditCards.removedAt),
        eq(creditCards.isDefault, true),
        inArray(subscriptions.status, ['active', 'past_due']),
        eq(subscriptions.cancelAtPeriodEnd, false),
        // The card of a guest's membership is at the payment provider alone.
        eq(subscriptions.asGuest, false),
        where,
      ),
    )
    .orderBy(creditCards.id, subscriptions.id)

/** The members whose card ends within thirty days, and who did not hear of it yet. */
export async function findExpiringCards(db: Db, now: Date, { limit }: { limit: number }): Promise<DueCare[]> {
  const off = await listBrandsWithout(db, 'card_expiring')
  const at = sql`${now.toISOString()}::timestamptz`
  const cards = await findMembersCards(
    db,
    and(
      off.length > 0 ? notInArray(subscriptions.brandId, off) : undefined,
      notLike(subscriptions.email, `%${ERASED_DOMAIN}`),
      isGivenEmail(subscriptions.email),
      sql`${cardEnd} > ${at} and ${cardEnd} <= ${at} + interval '${sql.raw(String(CARD_NOTICE_DAYS))} days'`,
      notExists(
        db
          .select({ one: sql`1` })
          .from(careMessages)
          .where(
            and(eq(careMessages.creditCardId, creditCards.id), eq(careMessages.dueFor, sql`${cardEnd}`)),
          ),
      ),
    ),
  ).limit(limit)
  return cards.map(({ creditCardId, brandId, email, dueFor }) => {
    const eventKey = `card_expiring:${String(creditCardId)}:${String(dueFor.getTime())}`
    return { brandId, email, dueFor, subjects: [{ eventKey, creditCardId }] }
  })
}
