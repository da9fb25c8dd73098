import { type RefundFields } from '#contract/refund.ts'
import { type RefundPreview } from '#contract/order-file.ts'
import { type ApiDeps } from '../../deps.ts'
import { type SignedInCaller } from '../../http/http.ts'
import { listRefunds } from './list-refunds.ts'
import { type OrderRefunded, runRefund, writeRefund } from './refund-order.ts'

/** Carries what was seen out of a transaction that must not stay. */
class Undone extends Error {
  override name = 'Undone'
  constructor(readonly seen: RefundPreview) {
    super('a preview is never kept')
  }
}

/**
 * What a refund would give back, and to whom: it is written as it would be, read, and undone. So it
 * can say nothing else than the refund itself, and refuses what that refuses.
 */
export async function previewRefund(
  deps: ApiDeps,
  fields: RefundFields,
  caller: SignedInCaller,
): Promise<{ ok: true; preview: RefundPreview } | (OrderRefunded & { ok: false })> {
  try {
    return await runRefund(deps, async (tx) => {
      const written = await writeRefund(tx, { ...deps, jobs: undefined }, fields, { caller, idemKey: null })
      if (!written.ok) return written
      const { rows } = await listRefunds(tx, { ids: [written.orderRefundId] }, { limit: 1, offset: 0 })
      const [refund] = rows
      if (!refund) throw new Error('A refund was written and cannot be read')
      const { order_id, amount, to, lines, passengers } = refund
      throw new Undone({ order_id, amount, to, lines, passengers })
    })
  } catch (error) {
    if (error instanceof Undone) return { ok: true, preview: error.seen }
    throw error
  }
}
