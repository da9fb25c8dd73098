import { and, asc, eq, gt, or } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { orders } from '../db/schema/orders.ts'
import { holdLimits, type HoldLimitReached } from '../seats/rules/hold-limits.ts'
import { type Buyer } from '../store/orders/buyer.ts'

export interface UnpaidGift {
  orderId: number
  sessionId: string
  freeAt: Date | null
}

/** The unpaid gift orders of a session and of a network; the first to end comes first. */
export async function readUnpaidGifts(
  tx: Tx,
  { sessionId, networkKey }: Pick<Buyer, 'sessionId' | 'networkKey'>,
  now: Date,
): Promise<UnpaidGift[]> {
  return tx
    .select({ orderId: orders.id, sessionId: orders.sessionId, freeAt: orders.heldUntil })
    .from(orders)
    .where(
      and(
        eq(orders.kind, 'gift_cards'),
        eq(orders.status, 'awaiting_payment'),
        or(
          eq(orders.sessionId, sessionId),
          networkKey === null ? undefined : eq(orders.networkKey, networkKey),
        ),
        gt(orders.heldUntil, now),
      ),
    )
    .orderBy(asc(orders.heldUntil))
}

/**
 * The limit on unpaid gift orders that one more would exceed, if any. They hold no seats, so there
 * is no limit per e-mail, which anybody can type.
 * @param unpaid what was read under the holder's lock
 * @param except the order itself, and one that it replaces
 */
export function findGiftLimit(
  unpaid: readonly UnpaidGift[],
  { sessionId }: Pick<Buyer, 'sessionId'>,
  { except, factor }: { except: readonly number[]; factor: number },
): HoldLimitReached | undefined {
  const live = unpaid.filter(({ orderId }) => !except.includes(orderId))
  const freeAt = live[0]?.freeAt
  if (!freeAt) return undefined
  const ofSession = live.filter((one) => one.sessionId === sessionId)
  const { giftOrdersOfSession, giftOrdersOfNetwork } = holdLimits
  const broken =
    ofSession.length >= giftOrdersOfSession * factor || live.length >= giftOrdersOfNetwork * factor
  return broken ? { cap: 'gifts', freeAt } : undefined
}
