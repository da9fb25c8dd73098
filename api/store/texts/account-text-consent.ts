import { and, eq, inArray, isNotNull, isNull, ne, or } from 'drizzle-orm'
import { type Settings } from '#settings/settings.ts'
import { type DbOrTx, type Tx } from '../../db/client.ts'
import { orders } from '../../db/schema/orders.ts'
import { users } from '../../db/schema/people.ts'
import { accountTextConsents, textConsents, texts } from '../../db/schema/texts.ts'
import { findTextSender } from '../../gateways/texter.ts'
import { toE164 } from '../../rules/texts/phone-number.ts'

export type AccountTextConsentRow = typeof accountTextConsents.$inferSelect

/** What an account agrees to, word for word; undefined where the brand sends no texts. */
export const getAccountConsentWords = (
  settings: Settings,
  brand: { id: number; slug: string; name: string },
): string | undefined =>
  findTextSender(settings, brand) === undefined
    ? undefined
    : `${brand.name} may text this number about my orders: links and changes, no advertising. ` +
      'Message and data rates may apply. Reply STOP to end texts, HELP for help.'

/**
 * The consent of the account that an order belongs to. It counts only with a proven e-mail: whoever
 * registers somebody else's address must not get texts about their orders.
 */
export async function findConsentOfBuyer(
  db: DbOrTx,
  orderId: number,
): Promise<AccountTextConsentRow | undefined> {
  const [found] = await db
    .select({ consent: accountTextConsents })
    .from(orders)
    .innerJoin(users, and(eq(users.id, orders.userId), isNotNull(users.emailProvenAt)))
    .innerJoin(
      accountTextConsents,
      and(eq(accountTextConsents.userId, users.id), eq(accountTextConsents.brandId, orders.brandId)),
    )
    .where(eq(orders.id, orderId))
  return found?.consent
}

/** Writes a consent of an account, which replaces an earlier one to the same brand. */
export async function saveAccountTextConsent(
  tx: Tx,
  consent: { userId: number; brandId: number; phone: string; words: string },
  now: Date,
): Promise<void> {
  const { phone, words } = consent
  await tx
    .insert(accountTextConsents)
    .values({ ...consent, givenAt: now })
    .onConflictDoUpdate({
      target: [accountTextConsents.userId, accountTextConsents.brandId],
      set: { phone, words, givenAt: now },
      // Who agrees once more has agreed since the first time.
      setWhere: or(ne(accountTextConsents.phone, phone), ne(accountTextConsents.words, words)),
    })
}

/**
 * Takes the consent of an account back, with those to single orders of the brand, and ends the texts
 * that wait.
 */
export async function removeAccountTextConsent(tx: Tx, userId: number, brandId: number): Promise<void> {
  const own = and(eq(accountTextConsents.userId, userId), eq(accountTextConsents.brandId, brandId))
  await tx.delete(accountTextConsents).where(own)
  const ownOrders = tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.brandId, brandId)))
  await tx.delete(textConsents).where(inArray(textConsents.orderId, ownOrders))
  await tx
    .update(texts)
    .set({ state: 'stopped', sealed: null })
    .where(and(inArray(texts.orderId, ownOrders), eq(texts.state, 'queued')))
}

/**
 * Ends the consents of an account whose e-mail nobody has proven: whoever gave them may have been a
 * stranger.
 */
export async function dropUnprovenTextConsents(tx: Tx, userId: number): Promise<void> {
  const [unproven] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.emailProvenAt)))
    .for('update')
  if (unproven) await tx.delete(accountTextConsents).where(eq(accountTextConsents.userId, userId))
}

/** A consent is for a number: another one is agreed to anew. */
export async function endConsentsOfFormerNumber(tx: Tx, userId: number, phone: string | null): Promise<void> {
  const own = eq(accountTextConsents.userId, userId)
  const number = toE164(phone)
  await tx
    .delete(accountTextConsents)
    .where(number === undefined ? own : and(own, ne(accountTextConsents.phone, number)))
}
