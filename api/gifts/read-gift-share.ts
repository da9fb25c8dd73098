import { asc, desc, eq, inArray } from 'drizzle-orm'
import { type GiftOffer, type GiftShare } from '#contract/gift-share.ts'
import { type DbOrTx } from '../db/client.ts'
import { waitlistOffers } from '../db/schema/waitlist.ts'
import { giftCards, vouchers } from '../db/schema/tenders.ts'
import { type ApiDeps } from '../deps.ts'
import { giftObstacle, giftState } from '../rules/gifts/gift-state.ts'
import { unsealIfKnown } from '../gateways/sealed-text.ts'
import { type SignedInCaller } from '../http/http.ts'
import { GIFT_MESSAGE_USE } from './read-gift-item.ts'
import { listGiftCards } from './list-gift-cards.ts'
import { listVouchers } from './list-vouchers.ts'
import { findWaitlistFlights } from '../waitlist/find-waitlist-flights.ts'
import { findOwnShare, findShareItems, type ShareRow } from './find-gift-share.ts'
import { findVoucherUses } from './find-share-usage.ts'

/** A gift as its giver sees it; undefined for a gift of somebody else. */
export async function readShare(
  deps: ApiDeps,
  caller: SignedInCaller,
  id: number,
): Promise<GiftShare | undefined> {
  const { db } = deps.database
  const share = await findOwnShare(db, caller, id)
  if (!share) return undefined
  const items = await findShareItems(db, id)
  const now = deps.clock.now()
  const ids = items.flatMap(({ giftCardId }) => giftCardId ?? [])
  const voucherIds = items.flatMap(({ voucherId }) => voucherId ?? [])
  const page = { limit: 120, offset: 0, sort: undefined }
  const { rows: cards } = await listGiftCards(deps, caller, { ids, page, everybody: false })
  const { rows: papers } = await listVouchers(deps, caller, { ids: voucherIds, page, everybody: false })
  const progress = [...cards, ...papers].map((one) => one.share?.state)
  const used = await isSpoken(db, share, ids, voucherIds)
  const open = giftObstacle(share, used) === undefined
  return {
    id,
    state:
      (['private', 'flown', 'booked'] as const).find((state) => progress.includes(state)) ??
      giftState(share, undefined),
    way: share.way,
    recipient: share.recipientEmail,
    message: openMessage(deps, share),
    send_on: share.sendOn,
    created_at: share.createdAt.toISOString(),
    mailed_at: share.mailedAt?.toISOString() ?? null,
    opened_at: share.hiddenAt ? null : (share.openedAt?.toISOString() ?? null),
    may: { change: open && share.way === 'mail', take_back: open },
    gift_cards: cards,
    vouchers: papers,
    offer: await readGiftOffer(db, id, now),
  }
}

/** Whether an item of the gift paid an order or is about to. */
async function isSpoken(db: DbOrTx, share: ShareRow, ids: number[], voucherIds: number[]): Promise<boolean> {
  const cards =
    ids.length === 0
      ? []
      : await db.select({ state: giftCards.state }).from(giftCards).where(inArray(giftCards.id, ids))
  if (cards.some(({ state }) => state === 'reserved' || state === 'redeemed')) return true
  return (await findVoucherUses(db, voucherIds, share.mailedAt ?? share.createdAt)).length > 0
}

/** Opens the sealed message of the giver. */
export const openMessage = (
  { settings }: Pick<ApiDeps, 'settings'>,
  { messageSealed: sealed }: Pick<ShareRow, 'messageSealed'>,
): string | null => (sealed && unsealIfKnown(settings.secrets.code, GIFT_MESSAGE_USE, sealed)) ?? null

/** The state of the seats held with a gift, by the clock; null without seats. */
export async function readGiftOffer(db: DbOrTx, shareId: number, now: Date): Promise<GiftOffer | null> {
  const [offer] = await db
    .select()
    .from(waitlistOffers)
    .where(eq(waitlistOffers.giftShareId, shareId))
    .orderBy(desc(waitlistOffers.id))
    .limit(1)
  const slotId = offer?.slotId ?? null
  const flight = slotId === null ? undefined : (await findWaitlistFlights(db, [slotId])).get(slotId)
  if (!offer || !flight) return null
  const over = offer.state === 'open' && (flight.called_off || offer.expiresAt <= now)
  return {
    state: over ? 'expired' : offer.state,
    quantity_type: offer.quantityType,
    quantity: offer.quantity,
    expires_at: offer.expiresAt.toISOString(),
    flight,
  }
}

/** The cards and vouchers of a gift, in their order. */
export async function findShareTenders(db: DbOrTx, shareId: number) {
  const items = await findShareItems(db, shareId)
  const live = items.filter((item) => item.live)
  const ids = live.flatMap(({ giftCardId }) => giftCardId ?? [])
  const voucherIds = live.flatMap(({ voucherId }) => voucherId ?? [])
  return {
    cards:
      ids.length === 0
        ? []
        : await db.select().from(giftCards).where(inArray(giftCards.id, ids)).orderBy(asc(giftCards.id)),
    vouchers:
      voucherIds.length === 0
        ? []
        : await db.select().from(vouchers).where(inArray(vouchers.id, voucherIds)).orderBy(asc(vouchers.id)),
  }
}
