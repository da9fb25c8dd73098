import { and, eq } from 'drizzle-orm'
import { type FieldErrors } from '#contract/errors.ts'
import { type GiftShareChange } from '#contract/gift-share.ts'
import { type Tx } from '../db/client.ts'
import { giftShares } from '../db/schema/gifts.ts'
import { users } from '../db/schema/people.ts'
import { giftCards, orderItemGiftCards, vouchers } from '../db/schema/tenders.ts'
import { waitlistOffers } from '../db/schema/waitlist.ts'
import { type ApiDeps } from '../deps.ts'
import { giftObstacle } from '../rules/gifts/gift-state.ts'
import { toLocalDate } from '../rules/time/local-time.ts'
import { createCodeVault, seal } from '../gateways/sealed-text.ts'
import { type SignedInCaller } from '../http/http.ts'
import { GIFT_MESSAGE_USE } from './read-gift-item.ts'
import { retryDeadlocks } from '../db/retry-deadlocks.ts'
import { lockSlotRows, releaseLapsedHolds } from '../slots/slot-rows.ts'
import { endOffer } from '../waitlist/end-waitlist-offers.ts'
import { findOwnShare, type LockedShare, lockShare, type ShareRow } from './find-gift-share.ts'
import { findTimeZone } from '../store/catalogue/find-time-zone.ts'
import { findVoucherUses } from './find-share-usage.ts'
import {
  announceShare,
  endShare,
  assignToRecipient,
  mailLink,
  mailShare,
  stopMails,
} from './mail-gift-share.ts'
import { isDue } from './send-due-gifts.ts'
import { findSendDateProblem, OWN_ADDRESS } from './share-gift-cards.ts'

export type ShareObstacle = 'not_found' | 'gift_opened' | 'gift_used' | 'gift_taken_back' | 'gift_on_paper'
export type ChangedShare =
  { ok: true } | { ok: false; reason: ShareObstacle } | { ok: false; reason: 'invalid'; fields: FieldErrors }

const invalid = (field: string, sentence: string): ChangedShare => ({
  ok: false,
  reason: 'invalid',
  fields: { [field]: [sentence] },
})

/**
 * Changes a gift that was not opened: everything before its day, later only its address, which then
 * gets a mail with a new link. The old link and the old codes stop working.
 */
export function changeShare(
  deps: ApiDeps,
  caller: SignedInCaller,
  id: number,
  change: GiftShareChange,
): Promise<ChangedShare> {
  return changeLockedShare(deps, caller, id, async (tx, locked) => {
    const { share } = locked
    if (share.way === 'print') return { ok: false, reason: 'gift_on_paper' }
    const [giver] = await tx.select({ email: users.email }).from(users).where(eq(users.id, caller.userId))
    const recipient = change.recipient?.toLowerCase() ?? share.recipientEmail
    if (recipient === giver?.email) return invalid('recipient', OWN_ADDRESS)
    const now = deps.clock.now()
    if (share.mailedAt === null) return reschedule(tx, deps, locked, { ...change, recipient, now })
    if (change.send_on) return invalid('send_on', 'The gift has been sent already')
    if (recipient === share.recipientEmail) return invalid('recipient', 'The gift was sent to this address')
    await rewrite(tx, share, messageOf(deps, change))
    await sendElsewhere(tx, deps, locked, recipient, now)
    return { ok: true }
  })
}

/** Sends a mailed, unopened gift to another address, with new codes and one new link. */
async function sendElsewhere(
  tx: Tx,
  deps: Pick<ApiDeps, 'settings' | 'jobs'>,
  locked: LockedShare,
  recipientEmail: string | null,
  now: Date,
): Promise<void> {
  await rewrite(tx, locked.share, { recipientEmail })
  await newCodes(tx, deps, locked)
  await assignToRecipient(tx, idsOf(locked), { lastEmailedTo: recipientEmail, lastEmailedAt: now })
  await mailLink(tx, deps, { ...locked.share, recipientEmail }, now)
}

/**
 * Mails a gift again whose mail bounced, to the same or to a corrected address; the old link stops
 * working. Staff see nothing else of a gift.
 */
export async function mailShareAgain(
  tx: Tx,
  deps: Pick<ApiDeps, 'settings' | 'jobs'>,
  { shareId, from, email }: { shareId: number; from: string; email: string },
  now: Date,
): Promise<
  { ok: true } | { ok: false; reason: Exclude<ShareObstacle, 'not_found'> | 'mail_not_correctable' }
> {
  const locked = await lockShare(tx, shareId)
  const { share } = locked ?? {}
  if (!locked || share?.mailedAt == null || share.recipientEmail?.toLowerCase() !== from.toLowerCase()) {
    return { ok: false, reason: 'mail_not_correctable' }
  }
  const obstacle = giftObstacle(share, await isUsed(tx, locked))
  if (obstacle) return { ok: false, reason: obstacle }
  if (email === share.recipientEmail.toLowerCase()) await mailLink(tx, deps, share, now)
  else await sendElsewhere(tx, deps, locked, email, now)
  return { ok: true }
}

/** Before its day, changes the day; today sends the gift at once. */
async function reschedule(
  tx: Tx,
  deps: ApiDeps,
  { share }: LockedShare,
  { recipient, now, ...change }: Omit<GiftShareChange, 'recipient'> & { recipient: string | null; now: Date },
): Promise<ChangedShare> {
  const today = toLocalDate(now, await findTimeZone(tx, share.brandId))
  const problem = findSendDateProblem(change.send_on, today)
  if (problem) return invalid('send_on', problem)
  const sendOn = change.send_on === undefined ? share.sendOn : change.send_on || null
  await rewrite(tx, share, { recipientEmail: recipient, sendOn, ...messageOf(deps, change) })
  const locked = await lockShare(tx, share.id)
  if (locked && isDue(locked.share, today)) await mailShare(tx, deps, locked, now)
  return { ok: true }
}

function messageOf({ settings }: Pick<ApiDeps, 'settings'>, { message }: GiftShareChange) {
  if (message === undefined) return {}
  const text = message?.trim() ?? ''
  return { messageSealed: text === '' ? null : seal(settings.secrets.code, GIFT_MESSAGE_USE, text) }
}

async function rewrite(
  tx: Tx,
  { id, orderItemId }: ShareRow,
  changes: Partial<Pick<ShareRow, 'recipientEmail' | 'sendOn' | 'messageSealed'>>,
): Promise<void> {
  if (Object.keys(changes).length === 0) return
  await tx.update(giftShares).set(changes).where(eq(giftShares.id, id))
  if (orderItemId === null) return
  await tx.update(orderItemGiftCards).set(changes).where(eq(orderItemGiftCards.id, orderItemId))
}

/**
 * Takes back an unopened gift. Its contents return to the giver under new codes, so mailed and
 * printed codes stop working. Repeating it changes nothing.
 */
export function revokeShare(deps: ApiDeps, caller: SignedInCaller, id: number): Promise<ChangedShare> {
  return changeLockedShare(deps, caller, id, async (tx, locked) => {
    const { share } = locked
    const now = deps.clock.now()
    if (share.mailedAt !== null || share.way === 'print') await newCodes(tx, deps, locked)
    await assignToRecipient(tx, idsOf(locked), { lastEmailedTo: null, lastEmailedAt: null })
    await endShare(tx, share, now)
    await announceShare(tx, 'gift.taken_back', share, { ...idsOf(locked), now })
    await stopMails(tx, share.id)
    await endProposal(tx, share.id, now)
    deps.jobs?.wake('waitlists')
    return { ok: true }
  })
}

const idsOf = ({ giftCards: cards, vouchers: papers }: LockedShare) => ({
  cards: cards.map(({ id }) => id),
  vouchers: papers.map(({ id }) => id),
})

/**
 * Changes a gift under its lock, if it belongs to the caller and its recipient has not used any of
 * it.
 */
async function changeLockedShare(
  deps: ApiDeps,
  caller: SignedInCaller,
  id: number,
  act: (tx: Tx, locked: LockedShare) => Promise<ChangedShare>,
): Promise<ChangedShare> {
  return retryDeadlocks(() =>
    deps.database.db.transaction(async (tx) => {
      const own = await findOwnShare(tx, caller, id)
      const locked = own && (await lockShare(tx, own.id))
      if (!locked) return { ok: false, reason: 'not_found' }
      const obstacle = giftObstacle(locked.share, await isUsed(tx, locked))
      return obstacle ? { ok: false, reason: obstacle } : act(tx, locked)
    }),
  )
}

/** Whether an order was paid with something in the gift, or is being paid now. */
export async function isUsed(
  tx: Tx,
  { share, giftCards: cards, vouchers: papers }: LockedShare,
): Promise<boolean> {
  if (cards.some(({ state }) => state === 'reserved' || state === 'redeemed')) return true
  const since = share.mailedAt ?? share.createdAt
  const uses = await findVoucherUses(
    tx,
    papers.map(({ id }) => id),
    since,
  )
  return uses.length > 0
}

async function newCodes(
  tx: Tx,
  { settings }: Pick<ApiDeps, 'settings'>,
  { giftCards: cards, vouchers: papers }: LockedShare,
): Promise<void> {
  const vault = createCodeVault(settings.secrets.code)
  for (const { id } of cards)
    await tx.update(giftCards).set(vault.lock(vault.make())).where(eq(giftCards.id, id))
  for (const { id } of papers)
    await tx.update(vouchers).set(vault.lock(vault.make())).where(eq(vouchers.id, id))
}

/** Releases the seats that were held with the gift. */
async function endProposal(tx: Tx, shareId: number, now: Date): Promise<void> {
  const open = and(eq(waitlistOffers.giftShareId, shareId), eq(waitlistOffers.state, 'open'))
  const [offer] = await tx.select().from(waitlistOffers).where(open)
  if (!offer || offer.slotId === null) return
  await lockSlotRows(tx, [offer.slotId])
  await releaseLapsedHolds(tx, [offer.slotId], now)
  const [still] = await tx.select().from(waitlistOffers).where(open)
  if (still) await endOffer(tx, still, { state: 'declined', status: 'declined' }, now)
}
