import { z } from 'zod'
import { MOST_MAILED } from '#contract/order-mailing.ts'
import { OrdersReply, type OrderSummary } from '#contract/order-list.ts'
import { Id } from '#contract/primitives.ts'
import { readForm } from '../../ui/form/sent-values.server.ts'
import { requireData } from '../../visit/load-visit.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { loadOrdersForFile } from './load-orders.server.ts'

/** The ticked orders of the list, or all that its filter finds. */
const Chosen = z.object({
  order: z
    .array(Id)
    .catch([])
    .transform((ids) => [...new Set(ids)].slice(0, MOST_MAILED)),
  all: z.literal('yes').optional().catch(undefined),
})

/** The service's longest page. */
const LONGEST_PAGE = 100

/** The chosen orders with their people, at most `MOST_MAILED`. @throws Response 503 */
export async function loadChosenOrders(staff: StaffVisit, query: URLSearchParams): Promise<OrderSummary[]> {
  const { order: ids, all } = readForm(query, Chosen)
  if (all !== undefined) return loadOrdersForFile(staff, query, MOST_MAILED)
  const found: OrderSummary[] = []
  for (let at = 0; at < ids.length; at += LONGEST_PAGE) {
    const part = { everybody: 1, id: ids.slice(at, at + LONGEST_PAGE), page_size: LONGEST_PAGE }
    found.push(...requireData(await staff.userApi.get('/v1/orders', OrdersReply, { query: part })).orders)
  }
  return found
}
