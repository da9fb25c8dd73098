import {
  type OrderCounts,
  OrderCountsReply,
  OrdersReply,
  type OrderSums,
  type OrderSummary,
} from '#contract/order-list.ts'
import { type ListMeta } from '#contract/primitives.ts'
import { requireData } from '../../visit/load-visit.server.ts'
import { readForm } from '../../ui/form/sent-values.server.ts'
import { STAFF_COUNT_LIMIT } from '../parts/list-count.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { asksForDays, MOST_IN_FILE, OrderFilter, toOrderQuery } from './order-filter.ts'

const PAGE_SIZE = 25
/** The service's longest page. */
const LONGEST_PAGE = 100

export interface FoundOrders {
  filter: OrderFilter
  counts: OrderCounts
  orders: OrderSummary[]
  /** Undefined where 1,000 orders or more are found. */
  sums: OrderSums | undefined
  pagination: ListMeta['pagination']
}

/** One page of the orders that an address chooses. @throws Response 503 */
export async function loadOrders(
  staff: StaffVisit,
  query: URLSearchParams,
  page: number,
): Promise<FoundOrders> {
  const filter = readForm(query, OrderFilter)
  const counting = readCounts(staff)
  const today = asksForDays(filter) ? await counting : undefined
  const [counts, found] = await Promise.all([
    counting,
    readOrders(staff, { filter, today, page, size: PAGE_SIZE, summed: true }),
  ])
  const { orders, sums, meta } = found
  return { filter, counts, orders, sums, pagination: meta.pagination }
}

/** All orders that an address chooses, up to a number. @throws Response 503 */
export async function loadOrdersForFile(
  staff: StaffVisit,
  query: URLSearchParams,
  most = MOST_IN_FILE,
): Promise<OrderSummary[]> {
  const filter = readForm(query, OrderFilter)
  const today = asksForDays(filter) ? await readCounts(staff) : undefined
  const all: OrderSummary[] = []
  for (let page = 1; all.length < most; page += 1) {
    const { orders } = await readOrders(staff, { filter, today, page, size: LONGEST_PAGE })
    all.push(...orders)
    if (orders.length < LONGEST_PAGE) break
  }
  return all
}

const readCounts = async ({ userApi }: StaffVisit): Promise<OrderCounts> =>
  requireData(await userApi.get('/v1/order_counts', OrderCountsReply)).order_counts

interface Page {
  filter: OrderFilter
  /** Given where the filter asks for days. */
  today: OrderCounts | undefined
  page: number
  size: number
  summed?: boolean
}

async function readOrders({ userApi }: StaffVisit, { filter, today, page, size, summed = false }: Page) {
  const query = {
    everybody: 1,
    ...toOrderQuery(filter, today),
    ...(summed ? { sums: 1 } : {}),
    page,
    page_size: size,
    count_to: STAFF_COUNT_LIMIT,
  }
  return requireData(await userApi.get('/v1/orders', OrdersReply, { query }))
}
