import { type RefundFields } from '#contract/refund.ts'
import { type RefundPreview } from '#contract/order-file.ts'
import { type ApiDeps } from '../../deps.ts'
import { type SignedInCaller } from '../../http/http.ts'
import { previewFreedDepartures, readBookedFlights } from './preview-freed-departures.ts'
import { listRefunds } from './list-refunds.ts'
import { type OrderRefunded, runRefund, writeRefund } from './refund-order.ts'

/** Carries the preview out of a transaction that is rolled back. */
class Undone extends Error {
  override name = 'Undone'
  constructor(readonly seen: RefundPreview) {
    super('a preview is never kept')
  }
}

/**
 * Previews a refund, its tenders and what becomes of its seats: it is written, read and rolled back,
 * so the preview always equals the refund and its refusals.
 */
export async function previewRefund(
  deps: ApiDeps,
  fields: RefundFields,
  caller: SignedInCaller,
): Promise<{ ok: true; preview: RefundPreview } | (OrderRefunded & { ok: false })> {
  try {
    return await runRefund(deps, async (tx) => {
      const before = await readBookedFlights(tx, fields.order_id)
      const written = await writeRefund(tx, { ...deps, jobs: undefined }, fields, { caller, idemKey: null })
      if (!written.ok) return written
      const { rows } = await listRefunds(tx, { ids: [written.orderRefundId] }, { limit: 1, offset: 0 })
      const [refund] = rows
      if (!refund) throw new Error('A refund was written and cannot be read')
      const { order_id, amount, to, lines, passengers } = refund
      const departures = await previewFreedDepartures(tx, deps, order_id, before)
      throw new Undone({ order_id, amount, to, lines, passengers, departures })
    })
  } catch (error) {
    if (error instanceof Undone) return { ok: true, preview: error.seen }
    throw error
  }
}
