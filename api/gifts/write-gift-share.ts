import { type Tx } from '../db/client.ts'
import { giftShareItems, giftShares } from '../db/schema/gifts.ts'

export interface NewShare extends Omit<typeof giftShares.$inferInsert, 'createdAt'> {
  giftCardIds: readonly number[]
  vouchers: readonly { id: number; balanceCents: number }[]
}

/** Writes a gift and its contents, which must be locked. Nothing is sent yet. */
export async function writeShare(
  tx: Tx,
  { giftCardIds, vouchers, ...share }: NewShare,
  now: Date,
): Promise<number> {
  const [written] = await tx
    .insert(giftShares)
    .values({ ...share, createdAt: now })
    .returning({ id: giftShares.id })
  if (!written) throw new Error('The gift was not written')
  const { id: shareId } = written
  await tx
    .insert(giftShareItems)
    .values([
      ...giftCardIds.map((giftCardId) => ({ shareId, giftCardId })),
      ...vouchers.map(({ id, balanceCents }) => ({ shareId, voucherId: id, voucherCents: balanceCents })),
    ])
  return shareId
}
