import { type GiftCard, type RedemptionFee as ToldFee } from '#contract/tenders.ts'
import { type giftCards } from '../db/schema/tenders.ts'
import { toDollars } from '../rules/money/money.ts'
import { type RedemptionFee } from '../rules/pricing/redemption-fees.ts'
import { type Catalogue } from '../store/catalogue/read-catalogue.ts'
import { presentFare } from '../catalogue/present-fare.ts'
import { describeGift } from './describe-gift.ts'

type Row = typeof giftCards.$inferSelect

/** @param code visible to its owner only, null for everybody else */
export function presentGiftCard(
  row: Row,
  { code, catalogue, now }: { code: string | null; catalogue: Catalogue; now: Date },
): GiftCard {
  const fare = catalogue.fares.find(({ id }) => id === row.goodForFareId)
  const goodFor = describeGift(row, catalogue, now)
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
    good_for_fare_ids: goodFor.fareIds,
    covers_all_fares: goodFor.coversAllFares,
    good_for_label: goodFor.label,
    waiting_fees: presentRedemptionFees(row.waitingFees),
    unit: row.unit,
    promotional: row.promotional,
    status: row.state === 'available' && row.expiresAt <= now ? 'expired' : row.state,
  }
}

export const presentRedemptionFees = (fees: readonly RedemptionFee[]): ToldFee[] =>
  fees.map(({ feeId, name, cents }) => ({ fee_id: feeId, name, amount: toDollars(cents) }))
