import { type giftCards, type vouchers } from '../db/schema/tenders.ts'
import { type GiftCardTender, type VoucherTender } from '../rules/pricing/pricing-facts.ts'

/** Converts a gift card to the form that the pricing engine takes. */
export const toGiftTender = (row: typeof giftCards.$inferSelect): GiftCardTender => ({
  id: row.id,
  label: `Gift card ending ${row.codeTail}`,
  paidCents: row.valueCents,
  pendingFeeIds: row.pendingFeeIds,
  feeLimits: row.waitingFees.map(({ feeId, cents }) => ({ feeId, cents })),
  unit: row.unit,
})

/** @param balanceCents the most it may pay of this order */
export const toVoucherTender = (
  row: Pick<typeof vouchers.$inferSelect, 'id' | 'codeTail'>,
  balanceCents: number,
): VoucherTender => ({ id: row.id, label: `Voucher ending ${row.codeTail}`, balanceCents })
