import { type GiftCard } from '#contract/tenders.ts'
import { type giftCards } from '../../db/schema/tenders.ts'
import { toDollars } from '../../domain/money/money.ts'
import { presentFare } from '../catalogue/present-fare.ts'
import { type FareRow } from '../catalogue/load-catalogue.ts'

type Row = typeof giftCards.$inferSelect

/** @param code for its owner's eyes only, null for everybody else */
export function presentGiftCard(
  row: Row,
  { code, fares, now }: { code: string | null; fares: readonly FareRow[]; now: Date },
): GiftCard {
  const fare = fares.find(({ id }) => id === row.goodForFareId)
  return {
    id: row.id,
    code,
    code_tail: row.codeTail,
    name: row.name,
    price: toDollars(row.priceCents),
    value: toDollars(row.valueCents),
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    last_emailed_to: row.lastEmailedTo,
    order_id: row.orderId,
    purchaser_order_id: row.purchaserOrderId,
    purchaser_id: row.purchaserId,
    product_id: row.productId,
    pending_fee_ids: row.pendingFeeIds,
    fare: fare ? presentFare(fare) : null,
    good_for_fare_id: row.goodForFareId,
    good_for_fare_ids: row.goodForFareIds,
    unit: row.unit,
    promotional: row.promotional,
    status: row.state === 'available' && row.expiresAt <= now ? 'expired' : row.state,
  }
}
