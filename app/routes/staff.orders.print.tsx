import { type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '../page/page-meta.ts'
import { loadChosenOrders } from '../staff/orders/chosen-orders.server.ts'
import { OrderFilter, ordersHref } from '../staff/orders/order-filter.ts'
import { PrintPage } from '../staff/orders/print-page.tsx'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { staffHandle } from '../staff/parts/staff-handle.ts'
import { staffLoader } from '../staff/parts/staff-route.server.ts'
import { readForm } from '../ui/form/sent-values.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'

export const loader = staffLoader(async (staff, query) => ({
  orders: await loadChosenOrders(staff, query),
  back: ordersHref(readForm(query, OrderFilter)),
}))

export const handle = staffHandle('orders')
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Orders on paper' }),
  NO_INDEX,
]

export default function StaffOrdersPrint() {
  return <PrintPage {...useLoaderData<typeof loader>()} />
}
