import { and, eq, gte, inArray, or, sql } from 'drizzle-orm'
import { type DbOrTx } from '../db/client.ts'
import { flights, slots } from '../db/schema/inventory.ts'
import { holds } from '../db/schema/holds.ts'
import { orderTenders } from '../db/schema/order-tenders.ts'
import { type GiftProgress } from '../rules/gifts/gift-state.ts'

/** Those of these orders whose flight is over, by its status or by the clock. */
export async function findFlown(
  db: DbOrTx,
  orderIds: readonly number[],
  now: Date,
): Promise<ReadonlySet<number>> {
  if (orderIds.length === 0) return new Set()
  const rows = await db
    .selectDistinct({ orderId: holds.orderId })
    .from(holds)
    .innerJoin(flights, eq(flights.id, holds.flightId))
    .innerJoin(slots, eq(slots.id, flights.slotId))
    .where(
      and(
        inArray(holds.orderId, [...orderIds]),
        eq(holds.state, 'sold'),
        or(
          eq(flights.status, 'landed'),
          and(
            sql`${flights.status} <> 'called_off'`,
            sql`${slots.arriveAt} <= ${now.toISOString()}::timestamptz`,
          ),
        ),
      ),
    )
  return new Set(rows.flatMap(({ orderId }) => orderId ?? []))
}

export interface VoucherUse {
  voucherId: number
  orderId: number
  state: 'reserved' | 'captured'
}

/** The amounts that orders took from vouchers since their holder received them. */
export async function findVoucherUses(
  db: DbOrTx,
  voucherIds: readonly number[],
  since: Date,
): Promise<VoucherUse[]> {
  if (voucherIds.length === 0) return []
  const rows = await db
    .select({ voucherId: orderTenders.voucherId, orderId: orderTenders.orderId, state: orderTenders.state })
    .from(orderTenders)
    .where(
      and(
        inArray(orderTenders.voucherId, [...voucherIds]),
        inArray(orderTenders.state, ['reserved', 'captured']),
        gte(orderTenders.createdAt, since),
      ),
    )
  return rows.flatMap(({ voucherId, orderId, state }) =>
    voucherId === null || (state !== 'reserved' && state !== 'captured')
      ? []
      : [{ voucherId, orderId, state }],
  )
}

/** The progress of the orders that were paid with it. */
export function getGiftProgress(orderIds: readonly number[], flown: ReadonlySet<number>): GiftProgress {
  if (orderIds.length === 0) return undefined
  return orderIds.every((id) => flown.has(id)) ? 'flown' : 'booked'
}
