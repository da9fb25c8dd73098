import { eq } from 'drizzle-orm'
import { type VoucherFields } from '#contract/tenders.ts'
import { type FieldErrors } from '#contract/errors.ts'
import { orderEvents, orders } from '../db/schema/orders.ts'
import { type vouchers } from '../db/schema/tenders.ts'
import { type ApiDeps } from '../deps.ts'
import { grantedVoucherEntries } from '../rules/money/ledger.ts'
import { toCents, toDollars } from '../rules/money/money.ts'
import { type SignedInCaller } from '../http/http.ts'
import { postLedger } from '../store/post-ledger.ts'
import { writeAudit } from '../store/write-audit.ts'
import { isOverLimit } from '../store/is-over-refund-limit.ts'
import { isSelfGrant } from '../access/is-self-grant.ts'
import { writeVoucher } from './write-voucher.ts'

export type VoucherGiven =
  | { ok: true; voucher: typeof vouchers.$inferSelect }
  | { ok: false; reason: 'over_refund_limit' | 'gift_to_oneself' }
  | { ok: false; reason: 'invalid'; fields: FieldErrors }

const refuseVoucher = (field: string, message: string): VoucherGiven => ({
  ok: false,
  reason: 'invalid',
  fields: { [field]: [message] },
})

/**
 * Staff give the customer of an order a voucher, up to the refund limit of the order; admins have
 * no limit.
 */
export async function giveVoucher(
  deps: ApiDeps,
  fields: VoucherFields,
  by: { caller: SignedInCaller; requestId?: string | undefined },
): Promise<VoucherGiven> {
  const now = deps.clock.now()
  const valueCents = toCents(fields.value)
  return deps.database.db.transaction(async (tx) => {
    const [order] = await tx.select().from(orders).where(eq(orders.id, fields.order_id)).for('update')
    if (!order) return refuseVoucher('order_id', 'There is no such order')
    if (fields.user_id !== undefined && fields.user_id !== order.userId)
      return refuseVoucher('user_id', 'This is another customer’s order')
    if (isSelfGrant(by.caller, order.userId)) return { ok: false, reason: 'gift_to_oneself' } as const
    if (await isOverLimit(tx, order.id, by.caller, valueCents))
      return { ok: false, reason: 'over_refund_limit' } as const
    const voucher = await writeVoucher(tx, deps, {
      order,
      valueCents,
      reasonType: fields.reason_type,
      reasonDescription: fields.reason_description,
      now,
    })
    const eventKey = `voucher:${String(voucher.id)}`
    await postLedger(tx, {
      orderId: order.id,
      kind: 'granted',
      eventKey,
      entries: grantedVoucherEntries(valueCents),
      now,
    })
    const { status } = order
    const actor = `user:${String(by.caller.userId)}`
    const details = { voucher: voucher.id, amount_cents: valueCents }
    await tx.insert(orderEvents).values({
      orderId: order.id,
      at: now,
      actor,
      fromStatus: status,
      toStatus: status,
      reason: 'voucher given',
      details,
    })
    const after = { order_id: order.id, value: toDollars(valueCents), reason_type: fields.reason_type }
    await writeAudit(
      tx,
      { userId: by.caller.userId, at: now, requestId: by.requestId },
      { resource: 'vouchers', id: voucher.id, after },
    )
    return { ok: true, voucher } as const
  })
}
