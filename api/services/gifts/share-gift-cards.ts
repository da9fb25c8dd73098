import { randomUUID } from 'node:crypto'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { type FieldErrors } from '#contract/errors.ts'
import { type GiftShareFields } from '#contract/gift-share.ts'
import { type Tx } from '../../db/client.ts'
import { users } from '../../db/schema/people.ts'
import { giftCards } from '../../db/schema/tenders.ts'
import { type ApiDeps } from '../../deps.ts'
import { type SignedInCaller } from '../../http.ts'
import { queueMail } from '../mails/queue-mail.ts'
import { ownedBy } from '../orders/owned-by.ts'
import { giftSentence } from '../tenders/judge-tenders.ts'

type GiftRow = typeof giftCards.$inferSelect
export type SharedGifts =
  { ok: true; ids: number[] } | { ok: false; reason: 'not_found' } | { ok: false; reason: 'invalid'; fields: FieldErrors } // prettier-ignore

const refuse = (field: string, sentence: string): SharedGifts => ({
  ok: false,
  reason: 'invalid',
  fields: { [field]: [sentence] },
})

/**
 * Mails gift cards of one's own to somebody, who alone may use them from then on (domain rule 10): all of them, or none.
 * They are locked by id, as whoever pays with one locks them, so that a card is used or given away and never both. What
 * is not the caller's is as if there were none.
 */
export async function shareGiftCards(
  deps: ApiDeps,
  caller: SignedInCaller,
  { gift_card_ids: named, recipient: to, message }: GiftShareFields,
): Promise<SharedGifts> {
  const now = deps.clock.now()
  const ids = [...new Set(named)]
  return deps.database.db.transaction(async (tx) => {
    const [giver] = await tx.select({ email: users.email }).from(users).where(eq(users.id, caller.userId))
    const recipient = to.toLowerCase()
    if (giver?.email === recipient) {
      return refuse('recipient', 'This is your own e-mail. Please name the one the gift is for')
    }
    const rows = await lockOwn(tx, caller, ids)
    if (rows.length < ids.length) return { ok: false, reason: 'not_found' }
    const problem = rows.map((row) => findShareProblem(row, now)).find((one) => one !== undefined)
    if (problem) return refuse('gift_card_ids', problem)
    await tx
      .update(giftCards)
      .set({ lastEmailedTo: recipient, lastEmailedAt: now })
      .where(inArray(giftCards.id, ids))
    for (const cards of byProduct(rows)) await mailGift(tx, deps, { cards, recipient, message, now })
    return { ok: true, ids }
  })
}

async function lockOwn(tx: Tx, caller: SignedInCaller, ids: number[]): Promise<GiftRow[]> {
  const owned = sql<boolean>`coalesce(${ownedBy(caller, { ownerId: giftCards.purchaserId, orderId: giftCards.purchaserOrderId })}, false)`
  return tx
    .select()
    .from(giftCards)
    .where(and(inArray(giftCards.id, ids), owned))
    .orderBy(asc(giftCards.id))
    .for('update')
}

/** Why a card of one's own cannot be sent; one that was mailed is not mailed again (spec section 4). */
function findShareProblem({ lastEmailedTo, state, expiresAt }: GiftRow, now: Date): string | undefined {
  if (lastEmailedTo !== null) return 'This gift card was sent already.'
  if (state === 'redeemed') return giftSentence('used')
  if (state !== 'available') return giftSentence(state)
  return expiresAt <= now ? giftSentence('expired') : undefined
}

function byProduct(rows: readonly GiftRow[]): GiftRow[][] {
  const keys = [...new Set(rows.map(({ productId, unit }) => `${String(productId)} ${unit}`))]
  return keys.map((key) => rows.filter(({ productId, unit }) => `${String(productId)} ${unit}` === key))
}

interface SharedGift {
  cards: GiftRow[]
  recipient: string
  message: string | null | undefined
  now: Date
}

/** The message is in no table: it is sealed with the mail, and forgotten once that is sent. */
async function mailGift(
  tx: Tx,
  deps: ApiDeps,
  { cards, recipient, message, now }: SharedGift,
): Promise<void> {
  const brandId = cards[0]?.brandId ?? deps.settings.brandId
  const content = { brandId, cardIds: cards.map(({ id }) => id), message: message ?? null }
  const mail = { kind: 'gift_shared' as const, eventKey: `gift_shared:${randomUUID()}`, to: recipient }
  await queueMail(tx, { ...mail, secret: JSON.stringify(content) }, now, deps)
}
