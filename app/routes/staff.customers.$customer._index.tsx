import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '../page/page-meta.ts'
import { CustomerPage } from '../staff/customers/customer-page.tsx'
import { deskHandle } from '../staff/parts/staff-handle.ts'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { requireDesk } from '../staff/parts/staff-visit.server.ts'
import { loadCustomer } from '../staff/customers/load-customers.server.ts'
import { requireOrderId } from '../staff/orders/load-order.server.ts'
import { PRIVATE } from '../visit/session.server.ts'

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const desk = await requireDesk(request, context)
  const id = requireOrderId(params['customer'])
  return data(await loadCustomer(desk, id, new URL(request.url).searchParams), { headers: desk.headers })
}

export const handle = deskHandle('customers')
export const headers = () => PRIVATE

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Customer' }),
  NO_INDEX,
]

export default function StaffCustomer() {
  return <CustomerPage {...useLoaderData<typeof loader>()} />
}
