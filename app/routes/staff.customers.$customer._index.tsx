import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '../components/page-meta.ts'
import { CustomerPage } from '../desk/customer-page.tsx'
import { deskHandle } from '../desk/desk-handle.ts'
import { NO_INDEX } from '../desk/no-index.ts'
import { requireDesk } from '../server/desk.server.ts'
import { loadCustomer } from '../server/desk-customers.server.ts'
import { requireOrderId } from '../server/load-desk-order.server.ts'
import { PRIVATE } from '../server/session.server.ts'

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
