import { and, eq, inArray, notInArray, or } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { giftShareItems, giftShares } from '../db/schema/gifts.ts'
import { mails } from '../db/schema/platform.ts'
import { giftCards, orderItemGiftCards, vouchers } from '../db/schema/tenders.ts'
import { waitlistOffers } from '../db/schema/waitlist.ts'
import { type ApiDeps } from '../deps.ts'
import { announceEvent } from '../store/queue-webhook.ts'
import { queueMail } from '../store/mails/queue-mail.ts'
import { hashWaitlistToken, newWaitlistToken } from '../gateways/link-secret.ts'
import { type LockedShare, type ShareRow } from './find-gift-share.ts'

type Deps = Pick<ApiDeps, 'settings' | 'jobs'>

/**
 * Mails a locked gift with everything that the giver may still give; from then on it belongs to the
 * recipient. Items that were used or refunded meanwhile are left out. An empty gift ends, unless an
 * item is only reserved or on hold.
 */
export async function mailShare(tx: Tx, deps: Deps, locked: LockedShare, now: Date): Promise<void> {
  const { share } = locked
  const cards = locked.giftCards.filter((card) => isGivable(card, now))
  const papers = locked.vouchers.filter((paper) => isGivable(paper, now) && paper.balanceCents > 0)
  if (cards.length + papers.length === 0) {
    const waits = [...locked.giftCards, ...locked.vouchers].some(
      ({ state }) => state === 'reserved' || state === 'frozen',
    )
    if (!waits) await endShare(tx, share, now)
    return
  }
  const ids = { cards: cards.map(({ id }) => id), vouchers: papers.map(({ id }) => id) }
  await removeFromShare(tx, share.id, ids)
  for (const { id, balanceCents } of papers) {
    const paper = and(eq(giftShareItems.shareId, share.id), eq(giftShareItems.voucherId, id))
    await tx.update(giftShareItems).set({ voucherCents: balanceCents }).where(paper)
  }
  await assignToRecipient(tx, ids, { lastEmailedTo: share.recipientEmail, lastEmailedAt: now })
  await mailLink(tx, deps, share, now)
  await announceShare(tx, 'gift.sent', share, { ...ids, now })
}

/** Announces which gift was sent and what it contains, without addresses and codes. */
export async function announceShare(
  tx: Tx,
  type: 'gift.sent' | 'gift.taken_back',
  { id, brandId }: Pick<ShareRow, 'id' | 'brandId'>,
  { cards, vouchers: papers, now }: Ids & { now: Date },
): Promise<void> {
  const named = (ids: readonly number[]) => ids.map((one) => ({ id: one }))
  const data = { gift_share: { id }, gift_cards: named(cards), vouchers: named(papers) }
  await announceEvent(tx, { type, brandIds: [brandId], data, now })
}

const isGivable = (
  { state, lastEmailedTo, expiresAt }: { state: string; lastEmailedTo: string | null; expiresAt: Date },
  now: Date,
) => state === 'available' && lastEmailedTo === null && expiresAt > now

interface Ids {
  cards: number[]
  vouchers: number[]
}

async function removeFromShare(tx: Tx, shareId: number, ids: Ids): Promise<void> {
  const others = or(
    notInArray(giftShareItems.giftCardId, [0, ...ids.cards]),
    notInArray(giftShareItems.voucherId, [0, ...ids.vouchers]),
  )
  await tx
    .update(giftShareItems)
    .set({ live: false })
    .where(and(eq(giftShareItems.shareId, shareId), others))
}

/** Assigns cards and vouchers to the recipient. They must be locked. */
export async function assignToRecipient(
  tx: Tx,
  ids: Ids,
  to: { lastEmailedTo: string | null; lastEmailedAt: Date | null },
): Promise<void> {
  if (ids.cards.length > 0) await tx.update(giftCards).set(to).where(inArray(giftCards.id, ids.cards))
  if (ids.vouchers.length > 0) await tx.update(vouchers).set(to).where(inArray(vouchers.id, ids.vouchers))
}

/**
 * Mails the link of a locked gift to its recipient. Only one link is valid: the old one stops
 * working, and an unsent mail with it is withdrawn.
 */
export async function mailLink(
  tx: Tx,
  deps: Deps,
  share: Pick<ShareRow, 'id' | 'brandId' | 'recipientEmail' | 'orderItemId'>,
  now: Date,
): Promise<void> {
  const { id, brandId, recipientEmail: to, orderItemId } = share
  if (to === null) throw new Error(`The gift ${String(id)} is mailed to nobody`)
  const secret = newWaitlistToken()
  const tokenHash = hashWaitlistToken(secret)
  await stopMails(tx, id)
  await tx.update(giftShares).set({ tokenHash, mailedAt: now }).where(eq(giftShares.id, id))
  await tx.update(waitlistOffers).set({ tokenHash }).where(eq(waitlistOffers.giftShareId, id))
  if (orderItemId !== null) {
    const sent = { sentAt: now, recipientEmail: to }
    await tx.update(orderItemGiftCards).set(sent).where(eq(orderItemGiftCards.id, orderItemId))
  }
  const eventKey = `gift:${String(id)}:${tokenHash.slice(0, 16)}`
  await queueMail(tx, { kind: 'gift', eventKey, brandId, subjectId: id, to, secret }, now, deps)
}

/** Withdraws the unsent mails of a gift. */
export async function stopMails(tx: Tx, shareId: number): Promise<void> {
  const ofGift = and(eq(mails.kind, 'gift'), eq(mails.subjectId, shareId))
  await tx.delete(mails).where(and(ofGift, eq(mails.state, 'queued')))
}

/** Ends the gift, so that its contents can be given again. */
export async function endShare(
  tx: Tx,
  { id, orderItemId }: Pick<ShareRow, 'id' | 'orderItemId'>,
  now: Date,
): Promise<void> {
  await tx.update(giftShareItems).set({ live: false }).where(eq(giftShareItems.shareId, id))
  await tx.update(giftShares).set({ takenBackAt: now }).where(eq(giftShares.id, id))
  if (orderItemId === null) return
  const nobody = { recipientEmail: null, sendOn: null, sentAt: null }
  await tx.update(orderItemGiftCards).set(nobody).where(eq(orderItemGiftCards.id, orderItemId))
}
