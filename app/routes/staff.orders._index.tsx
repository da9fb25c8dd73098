import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { handleSavedFilter } from '../staff/orders/handle-saved-filter.server.ts'
import { loadOrders } from '../staff/orders/load-orders.server.ts'
import { OrdersPage } from '../staff/orders/orders-page.tsx'
import { sayDone } from '../staff/orders/say-done.server.ts'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { loadBrandNames } from '../staff/parts/load-brand-names.server.ts'
import { requireStaff } from '../staff/parts/staff-visit.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import { visitHeaders } from '../visit/load-visit.server.ts'
import sheet from '../styles/staff.css?url'
import { readPage } from '../visit/read-page.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context)
  const { visit } = staff
  const query = new URL(request.url).searchParams
  const done = visit.session.get('ordersSaid')
  visit.changed ||= done !== undefined
  const found = await loadOrders(staff, query, readPage(query))
  const brands = await loadBrandNames(staff)
  return data({ ...found, brands, done }, { headers: await visitHeaders(visit) })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context)
  const handled = await handleSavedFilter(staff, await request.formData(), new URL(request.url).searchParams)
  if (!('to' in handled)) return data(handled, { status: handled.status, headers: staff.headers })
  return sayDone(staff, handled.to, handled.done)
}

export const handle: PageHandle = { layout: 'desk', staffSection: 'orders', sheet }
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Orders' }),
  NO_INDEX,
]

export default function StaffOrders() {
  return <OrdersPage {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
}
