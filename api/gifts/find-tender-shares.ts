import { and, eq, inArray } from 'drizzle-orm'
import { type TenderShare } from '#contract/tenders.ts'
import { type DbOrTx } from '../db/client.ts'
import { giftShareItems, giftShares } from '../db/schema/gifts.ts'
import { giftState } from '../rules/gifts/gift-state.ts'
import { findFlown, findVoucherUses, getGiftProgress } from './find-share-usage.ts'

/** The gift that contains a card or voucher. */
export interface FoundShare {
  share: TenderShare
  /** True if the recipient hides the gift's progress. */
  hidden: boolean
  /** The voucher's balance when it was given. */
  voucherCents: number | null
}

/** The gifts that gift cards are in, by the card's id. */
export async function findCardShares(
  db: DbOrTx,
  cards: readonly { id: number; state: string; orderId: number | null }[],
  now: Date,
): Promise<Map<number, FoundShare>> {
  const rows = await findLive(
    db,
    'giftCardId',
    cards.map(({ id }) => id),
  )
  const given = cards.filter(({ id }) => rows.some(({ item }) => item.giftCardId === id))
  const usedBy = (id: number) =>
    given.flatMap((card) =>
      card.id === id && card.state === 'redeemed' && card.orderId !== null ? [card.orderId] : [],
    )
  const flown = await findFlown(
    db,
    given.flatMap(({ id }) => usedBy(id)),
    now,
  )
  return new Map(
    rows.map(({ item, share }) => {
      const id = item.giftCardId ?? 0
      return [id, presentTenderShare(item, share, getGiftProgress(usedBy(id), flown))]
    }),
  )
}

/** The gifts that vouchers are in, by the voucher's id. */
export async function findVoucherShares(
  db: DbOrTx,
  ids: readonly number[],
  now: Date,
): Promise<Map<number, FoundShare>> {
  const rows = await findLive(db, 'voucherId', ids)
  const uses = await Promise.all(
    rows.map(({ item, share }) =>
      findVoucherUses(db, [item.voucherId ?? 0], share.mailedAt ?? share.createdAt),
    ),
  )
  const captured = uses.map((its) =>
    its.flatMap(({ state, orderId }) => (state === 'captured' ? [orderId] : [])),
  )
  const flown = await findFlown(db, captured.flat(), now)
  return new Map(
    rows.map(({ item, share }, at) => [
      item.voucherId ?? 0,
      presentTenderShare(item, share, getGiftProgress(captured[at] ?? [], flown)),
    ]),
  )
}

type Item = typeof giftShareItems.$inferSelect
type Share = typeof giftShares.$inferSelect

function findLive(
  db: DbOrTx,
  what: 'giftCardId' | 'voucherId',
  ids: readonly number[],
): Promise<{ item: Item; share: Share }[]> {
  if (ids.length === 0) return Promise.resolve([])
  return db
    .select({ item: giftShareItems, share: giftShares })
    .from(giftShareItems)
    .innerJoin(giftShares, eq(giftShares.id, giftShareItems.shareId))
    .where(and(eq(giftShareItems.live, true), inArray(giftShareItems[what], [...ids])))
}

const presentTenderShare = (
  item: Item,
  share: Share,
  progress: ReturnType<typeof getGiftProgress>,
): FoundShare => ({
  share: {
    id: share.id,
    state: giftState(share, progress),
    recipient: share.recipientEmail,
    send_on: share.sendOn,
    mailed_at: share.mailedAt?.toISOString() ?? null,
    created_at: share.createdAt.toISOString(),
  },
  hidden: share.hiddenAt !== null,
  voucherCents: item.voucherCents,
})
