import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'
import { type FieldErrors } from '#contract/errors.ts'
import { type GiftShareFields } from '#contract/gift-share.ts'
import { type Tx } from '../db/client.ts'
import { giftShareItems } from '../db/schema/gifts.ts'
import { users } from '../db/schema/people.ts'
import { giftCards, vouchers } from '../db/schema/tenders.ts'
import { type ApiDeps } from '../deps.ts'
import { addDays, toLocalDate } from '../rules/time/local-time.ts'
import { seal } from '../gateways/sealed-text.ts'
import { type SignedInCaller } from '../http/http.ts'
import { ownedTenderCondition } from '../store/orders/order.ts'
import { GIFT_MESSAGE_USE } from './read-gift-item.ts'
import { retryDeadlocks } from '../db/retry-deadlocks.ts'
import { lockHolder } from '../seats/hold-limits.ts'
import { giftSentence, voucherSentence } from './check-tenders.ts'
import { findTimeZone } from '../store/catalogue/find-time-zone.ts'
import { lockShare } from './find-gift-share.ts'
import { mailShare } from './mail-gift-share.ts'
import { holdProposal, readProposal } from './propose-date.ts'
import { writeShare } from './write-gift-share.ts'

type GiftRow = typeof giftCards.$inferSelect
type VoucherRow = typeof vouchers.$inferSelect
export type SharedGifts =
  | { ok: true; ids: number[]; voucherIds: number[] }
  | { ok: false; reason: 'not_found' }
  | { ok: false; reason: 'invalid'; fields: FieldErrors }

/** Rolls the transaction back and carries the reason out. */
class NotShared extends Error {
  constructor(readonly refusal: Extract<SharedGifts, { ok: false }>) {
    super(refusal.reason)
  }
}
const refusal = (field: string, sentence: string) =>
  new NotShared({ ok: false, reason: 'invalid', fields: { [field]: [sentence] } })

/** The most days ahead that a gift may be scheduled. */
const MOST_DAYS = 365

/**
 * Gives the caller's gift cards and vouchers to somebody: by mail, at once or on a day, or printed.
 * Mailed ones belong to the recipient alone (domain rule 10). Either all are given or none. They
 * are locked by id like a payment locks them, so that a card is used or given away and never both.
 * A card of somebody else counts as unknown.
 */
export async function shareGiftCards(
  deps: ApiDeps,
  caller: SignedInCaller,
  fields: GiftShareFields,
): Promise<SharedGifts> {
  const ids = [...new Set(fields.gift_card_ids)]
  const voucherIds = [...new Set(fields.voucher_ids)]
  try {
    await retryDeadlocks(() =>
      deps.database.db.transaction((tx) => shareIn(tx, deps, caller, { ...fields, ids, voucherIds })),
    )
    return { ok: true, ids, voucherIds }
  } catch (error) {
    if (error instanceof NotShared) return error.refusal
    throw error
  }
}

type ShareInput = GiftShareFields & { ids: number[]; voucherIds: number[] }

async function shareIn(tx: Tx, deps: ApiDeps, caller: SignedInCaller, asked: ShareInput): Promise<void> {
  const now = deps.clock.now()
  const { proposal = null } = asked
  if (proposal) await lockHolder(tx, { userId: caller.userId, networkKey: null })
  const recipient = asked.way === 'mail' ? await readRecipient(tx, caller, asked) : null
  const cards = await lockOwnCards(tx, caller, asked.ids)
  const papers = await lockOwnVouchers(tx, caller, asked.voucherIds)
  if (cards.length < asked.ids.length || papers.length < asked.voucherIds.length) {
    throw new NotShared({ ok: false, reason: 'not_found' })
  }
  await refuseTaken(tx, { cards, papers, now })
  const brandIds = [...new Set([...cards, ...papers].map(({ brandId }) => brandId))]
  if (proposal && (brandIds.length > 1 || recipient === null)) {
    throw refusal('proposal', 'A date can be proposed for one flight, in a gift that is mailed.')
  }
  for (const brandId of brandIds) {
    const sendOn = await readSendOn(tx, { brandId, sendOn: asked.send_on, now })
    if (proposal && sendOn !== null) {
      throw refusal(
        'send_on',
        'Seats on a proposed date are kept for three days only: send the gift at once.',
      )
    }
    const its = cards.filter((card) => card.brandId === brandId)
    const message = asked.message?.trim() ?? ''
    const id = await writeShare(
      tx,
      {
        brandId,
        giverId: caller.userId,
        way: asked.way,
        recipientEmail: recipient,
        messageSealed: message === '' ? null : seal(deps.settings.secrets.code, GIFT_MESSAGE_USE, message),
        sendOn,
        giftCardIds: its.map((card) => card.id),
        vouchers: papers.filter((paper) => paper.brandId === brandId),
      },
      now,
    )
    if (asked.way === 'print' || sendOn !== null) continue
    if (proposal) {
      const read = await readProposal(tx, { proposal, cards: its, brandId, giverId: caller.userId, now })
      if (!read.ok) throw refusal('proposal', read.sentence)
      const held = await holdProposal(tx, deps, { ...read, shareId: id, now })
      if (!held.ok) throw refusal('proposal', held.sentence)
    }
    const locked = await lockShare(tx, id)
    if (locked) await mailShare(tx, deps, locked, now)
  }
}

async function readRecipient(tx: Tx, caller: SignedInCaller, { recipient }: ShareInput): Promise<string> {
  const [giver] = await tx.select({ email: users.email }).from(users).where(eq(users.id, caller.userId))
  const to = recipient?.toLowerCase() ?? ''
  if (giver?.email === to) throw refusal('recipient', OWN_ADDRESS)
  return to
}

export const OWN_ADDRESS = 'This is your own e-mail. Please name the one the gift is for'

/** The day on which a gift is mailed; null for at once. */
async function readSendOn(
  tx: Tx,
  { brandId, sendOn, now }: { brandId: number; sendOn: string | null | undefined; now: Date },
): Promise<string | null> {
  const today = toLocalDate(now, await findTimeZone(tx, brandId))
  const problem = findSendDateProblem(sendOn, today)
  if (problem) throw refusal('send_on', problem)
  return sendOn && sendOn > today ? sendOn : null
}

/** Why a gift cannot be sent on a day. */
export const findSendDateProblem = (sendOn: string | null | undefined, today: string): string | undefined =>
  sendOn && (sendOn < today || sendOn > addDays(today, MOST_DAYS))
    ? 'Please choose a day from today on, within a year'
    : undefined

function lockOwnCards(tx: Tx, caller: SignedInCaller, ids: number[]): Promise<GiftRow[]> {
  if (ids.length === 0) return Promise.resolve([])
  const owned = ownedTenderCondition(caller, {
    ownerId: giftCards.purchaserId,
    orderId: giftCards.purchaserOrderId,
  })
  return tx
    .select()
    .from(giftCards)
    .where(and(inArray(giftCards.id, ids), sql`coalesce(${owned}, false)`))
    .orderBy(asc(giftCards.id))
    .for('update')
}

function lockOwnVouchers(tx: Tx, caller: SignedInCaller, ids: number[]): Promise<VoucherRow[]> {
  if (ids.length === 0) return Promise.resolve([])
  const owned = ownedTenderCondition(caller, { ownerId: vouchers.userId, orderId: vouchers.orderId })
  return tx
    .select()
    .from(vouchers)
    .where(and(inArray(vouchers.id, ids), sql`coalesce(${owned}, false)`))
    .orderBy(asc(vouchers.id))
    .for('update')
}

/** A mailed card cannot be mailed again (spec section 4), nor can a card in another gift. */
async function refuseTaken(
  tx: Tx,
  { cards, papers, now }: { cards: GiftRow[]; papers: VoucherRow[]; now: Date },
): Promise<void> {
  for (const { lastEmailedTo, state, expiresAt } of cards) {
    if (lastEmailedTo !== null) throw refusal('gift_card_ids', 'This gift card was sent already.')
    if (state !== 'available')
      throw refusal('gift_card_ids', giftSentence(state === 'redeemed' ? 'used' : state))
    if (expiresAt <= now) throw refusal('gift_card_ids', giftSentence('expired'))
  }
  for (const { lastEmailedTo, state, expiresAt, balanceCents } of papers) {
    if (lastEmailedTo !== null) throw refusal('voucher_ids', 'This voucher was sent already.')
    if (state !== 'available') throw refusal('voucher_ids', voucherSentence(state))
    if (expiresAt <= now) throw refusal('voucher_ids', voucherSentence('expired'))
    if (balanceCents === 0) throw refusal('voucher_ids', voucherSentence('used'))
  }
  const given = or(
    inArray(giftShareItems.giftCardId, [0, ...cards.map(({ id }) => id)]),
    inArray(giftShareItems.voucherId, [0, ...papers.map(({ id }) => id)]),
  )
  const [live] = await tx
    .select()
    .from(giftShareItems)
    .where(and(eq(giftShareItems.live, true), given))
    .limit(1)
  if (!live) return
  if (live.giftCardId !== null) throw refusal('gift_card_ids', 'This gift card is in another gift already.')
  throw refusal('voucher_ids', 'This voucher is in another gift already.')
}
