import { and, asc, eq, gt, notInArray, or } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { orders } from '../db/schema/orders.ts'
import { holdLimits, type HoldLimitReached } from '../seats/rules/hold-limits.ts'
import { type Buyer } from '../store/orders/buyer.ts'

/**
 * The limit on unpaid gift orders that one more would exceed, if any. The holder must be locked.
 * They hold no seats, so there is no limit per e-mail, which anybody can type.
 */
export async function findUnpaidGifts(
  tx: Tx,
  { sessionId, networkKey }: Pick<Buyer, 'sessionId' | 'networkKey'>,
  { except, now, factor }: { except: readonly number[]; now: Date; factor: number },
): Promise<HoldLimitReached | undefined> {
  const live = await tx
    .select({ sessionId: orders.sessionId, freeAt: orders.heldUntil })
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
        except.length > 0 ? notInArray(orders.id, [...except]) : undefined,
      ),
    )
    .orderBy(asc(orders.heldUntil))
  const freeAt = live[0]?.freeAt
  if (!freeAt) return undefined
  const ofSession = live.filter((one) => one.sessionId === sessionId)
  const { giftOrdersOfSession, giftOrdersOfNetwork } = holdLimits
  const broken =
    ofSession.length >= giftOrdersOfSession * factor || live.length >= giftOrdersOfNetwork * factor
  return broken ? { cap: 'gifts', freeAt } : undefined
}
