import { type Voucher } from '#contract/tenders.ts'
import { type vouchers } from '../db/schema/tenders.ts'
import { toDollars } from '../rules/money/money.ts'

type Row = typeof vouchers.$inferSelect

/** @param code visible to its owner only, null for everybody else */
export function presentVoucher(row: Row, { code, now }: { code: string | null; now: Date }): Voucher {
  return {
    id: row.id,
    code,
    code_tail: row.codeTail,
    value: toDollars(row.valueCents),
    balance: toDollars(row.balanceCents),
    order_id: row.orderId,
    user_id: row.userId,
    product_id: row.productId,
    order_items: row.orderItems.map(({ name, feePriceCents, selectedQuantity }) => ({
      name,
      fee_price: toDollars(feePriceCents),
      selected_quantity: selectedQuantity,
    })),
    reason_type: row.reasonType,
    reason_description: row.reasonDescription,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    last_emailed_to: row.lastEmailedTo,
    status: statusOf(row, now),
  }
}

function statusOf({ state, expiresAt, balanceCents }: Row, now: Date): Voucher['status'] {
  if (state !== 'available') return state
  if (balanceCents === 0) return 'used'
  return expiresAt <= now ? 'expired' : 'available'
}
