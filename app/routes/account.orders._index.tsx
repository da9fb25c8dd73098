import { data, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { OrderListPage } from '../orders/order-list-page.tsx'
import { loadOrders } from '../orders/load-orders.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../styles/account.css?url'
import { loadVisit, visitHeaders } from '../visit/load-visit.server.ts'
import { loginHref } from '../visit/login-href.ts'
import { readPage } from '../visit/read-page.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const visit = await loadVisit(request, context)
  if (!visit.user) throw redirect(loginHref('/account/orders'), { status: 303, headers: PRIVATE_HEADERS })
  const orders = await loadOrders(visit, readPage(new URL(request.url).searchParams))
  return data({ orders }, { headers: await visitHeaders(visit) })
}

export const handle: PageHandle = { sheet }
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Your orders', path: '/account/orders' }),
  { name: 'robots', content: 'noindex' },
]

export default function AccountOrders() {
  return <OrderListPage {...useLoaderData<typeof loader>()} />
}
