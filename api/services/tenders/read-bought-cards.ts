import { asc, eq } from 'drizzle-orm'
import { type OrderGift } from '#contract/order.ts'
import { type DbOrTx } from '../../db/client.ts'
import { giftCards } from '../../db/schema/tenders.ts'
import { type CodeVault } from '../../domain/money/gift-code.ts'

/** The gift cards made of a paid order; their codes only with the vault. */
export async function readBoughtCards(
  db: DbOrTx,
  orderId: number,
  { now, vault }: { now: Date; vault: Pick<CodeVault, 'open'> | undefined },
): Promise<OrderGift['cards']> {
  const rows = await db
    .select()
    .from(giftCards)
    .where(eq(giftCards.purchaserOrderId, orderId))
    .orderBy(asc(giftCards.id))
  return rows.map((row) => ({
    id: row.id,
    code: vault?.open(row) ?? null,
    code_tail: row.codeTail,
    status: row.state === 'available' && row.expiresAt <= now ? 'expired' : row.state,
    expires_at: row.expiresAt.toISOString(),
  }))
}
