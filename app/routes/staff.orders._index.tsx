import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { OrderStatus } from '#contract/enums.ts'
import { OrdersReply } from '#contract/order-list.ts'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { STAFF_COUNT_LIMIT } from '../staff/parts/list-count.ts'
import { WAITING_FOR_ANSWER } from '../staff/orders/order-filter.ts'
import { OrderSearchPage } from '../staff/orders/order-search-page.tsx'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { loadBrandNames } from '../staff/parts/load-brand-names.server.ts'
import { requireStaff } from '../staff/parts/staff-visit.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../styles/staff.css?url'
import { requireData } from '../visit/load-visit.server.ts'
import { readPage } from '../visit/read-page.ts'

const PAGE_SIZE = 25

export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context)
  const { userApi, headers } = staff
  const query = new URL(request.url).searchParams
  const text = (query.get('q') ?? '').trim().slice(0, 200)
  const status = OrderStatus.safeParse(query.get('status')).data
  const waiting = query.get('status') === WAITING_FOR_ANSWER
  const filter = {
    everybody: 1,
    q: text,
    status,
    ...(waiting ? { waiting_for_answer: 1 } : {}),
    page: readPage(query),
    page_size: PAGE_SIZE,
    count_to: STAFF_COUNT_LIMIT,
  }
  const { orders, meta: about } = requireData(await userApi.get('/v1/orders', OrdersReply, { query: filter }))
  return data(
    {
      orders,
      pagination: about.pagination,
      text,
      status: waiting ? WAITING_FOR_ANSWER : (status ?? null),
      brands: await loadBrandNames(staff),
    },
    { headers },
  )
}

export const handle: PageHandle = { layout: 'desk', staffSection: 'orders', sheet }
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Orders' }),
  NO_INDEX,
]

export default function StaffOrders() {
  return <OrderSearchPage {...useLoaderData<typeof loader>()} />
}
