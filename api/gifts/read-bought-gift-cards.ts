import { asc, eq } from 'drizzle-orm'
import { type OrderGift } from '#contract/order.ts'
import { type DbOrTx } from '../db/client.ts'
import { giftCards } from '../db/schema/tenders.ts'
import { readCatalogue } from '../store/catalogue/read-catalogue.ts'
import { describeGift } from './describe-gift.ts'
import { findCardShares } from './find-tender-shares.ts'
import { type CodeVault } from '../rules/money/tender-code.ts'
import { presentRedemptionFees } from './present-gift-card.ts'

/**
 * The gift cards created from a paid order; their codes and gifts are included only with the vault.
 */
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
  const catalogue = rows.length > 0 ? await readCatalogue(db) : undefined
  const shares = await findCardShares(db, rows, now)
  return rows.map((row) => ({
    id: row.id,
    code: vault?.open(row) ?? null,
    code_tail: row.codeTail,
    status: statusOf(row, now, shares.get(row.id)?.hidden ?? false),
    expires_at: row.expiresAt.toISOString(),
    ...(catalogue ? { good_for_label: describeGift(row, catalogue, now).label } : {}),
    waiting_fees: presentRedemptionFees(row.waitingFees),
    share: vault ? (shares.get(row.id)?.share ?? null) : null,
  }))
}

/** A gift whose recipient hides its use shows no progress to its buyer. */
function statusOf(
  { state, expiresAt }: typeof giftCards.$inferSelect,
  now: Date,
  hidden: boolean,
): OrderGift['cards'][number]['status'] {
  if (hidden) return 'available'
  return state === 'available' && expiresAt <= now ? 'expired' : state
}
