import { promiseHash } from 'remix-utils/promise'
import { InPersonQuoteReply, type ManualRefund, ManualRefundsReply } from '#contract/counter.ts'
import { type Order, OrderReply } from '#contract/order.ts'
import { type OrderFile, OrderFileReply } from '#contract/order-file.ts'
import { RefundsReply } from '#contract/refund.ts'
import { type PriceWithCodes } from './applied-codes.ts'
import { loadBrandNames } from '../parts/load-brand-names.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { requireData } from '../../visit/load-visit.server.ts'

export interface StaffOrder {
  order: Order
  file: OrderFile
  /** Refunds that staff have to pay out by hand. */
  waiting: ManualRefund[]
  /** The refunded quantity of each line. */
  returned: { position: number; quantity: number }[]
  /** The brand that sold it; undefined if there is only one. */
  brand: string | undefined
  /** The amount due after the codes of its sale. */
  coded: PriceWithCodes | undefined
  /** Idempotency key of the forms that pay out or grant something. */
  formKey: string
}

/**
 * All data of an order for staff.
 *
 * @throws Response 404, 503
 */
export async function loadStaffOrder(staff: StaffVisit, orderId: string): Promise<StaffOrder> {
  const { userApi } = staff
  const { found, file, waiting, refunds, brands } = await promiseHash({
    found: userApi.get(`/v1/orders/${orderId}`, OrderReply),
    file: userApi.get(`/v1/orders/${orderId}/file`, OrderFileReply),
    waiting: userApi.get('/v1/hand_outs', ManualRefundsReply, { query: { order_id: orderId } }),
    refunds: userApi.get('/v1/refunds', RefundsReply, { query: { order_id: orderId, page_size: 100 } }),
    brands: loadBrandNames(staff),
  })
  const { order } = requireData(found)
  return {
    order,
    file: requireData(file).file,
    waiting: requireData(waiting).hand_outs,
    returned: requireData(refunds).refunds.flatMap(({ lines }) =>
      lines.map(({ position, quantity }) => ({ position, quantity })),
    ),
    brand: brands[order.brand_id],
    coded: await findCoded(staff, orderId),
    formKey: crypto.randomUUID(),
  }
}

/**
 * The session keeps the codes from the sale until the page after it; later they have to be typed
 * again.
 */
async function findCoded(
  { userApi, visit }: StaffVisit,
  orderId: string,
): Promise<PriceWithCodes | undefined> {
  const saved = visit.session.get('deskCodes')
  if (saved === undefined) return undefined
  if (saved.order !== orderId) {
    visit.session.flash('deskCodes', saved)
    return undefined
  }
  visit.changed = true
  const { codes } = saved
  const quoted = await userApi.post(`/v1/orders/${orderId}/counter_quotes`, InPersonQuoteReply, {
    body: { counter_quote: codes },
  })
  return quoted.ok ? { codes, quote: quoted.data.counter_quote } : undefined
}
