import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { OrderCountsReply, OrdersReply } from '#contract/order-list.ts'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { STAFF_COUNT_LIMIT } from '../staff/parts/list-count.ts'
import { OrderFilter, toOrderQuery } from '../staff/orders/order-filter.ts'
import { OrdersPage } from '../staff/orders/orders-page.tsx'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { loadBrandNames } from '../staff/parts/load-brand-names.server.ts'
import { requireStaff } from '../staff/parts/staff-visit.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../styles/staff.css?url'
import { readForm } from '../ui/form/sent-values.server.ts'
import { requireData } from '../visit/load-visit.server.ts'
import { readPage } from '../visit/read-page.ts'

const PAGE_SIZE = 25

export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context)
  const { userApi, headers } = staff
  const query = new URL(request.url).searchParams
  const filter = readForm(query, OrderFilter)
  const { order_counts: counts } = requireData(await userApi.get('/v1/order_counts', OrderCountsReply))
  const asked = {
    everybody: 1,
    ...toOrderQuery(filter, counts.date),
    page: readPage(query),
    page_size: PAGE_SIZE,
    count_to: STAFF_COUNT_LIMIT,
  }
  const { orders, meta: about } = requireData(await userApi.get('/v1/orders', OrdersReply, { query: asked }))
  const brands = await loadBrandNames(staff)
  return data({ orders, counts, pagination: about.pagination, filter, brands }, { headers })
}

export const handle: PageHandle = { layout: 'desk', staffSection: 'orders', sheet }
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Orders' }),
  NO_INDEX,
]

export default function StaffOrders() {
  return <OrdersPage {...useLoaderData<typeof loader>()} />
}
