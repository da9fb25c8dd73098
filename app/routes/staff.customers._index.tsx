import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '../page/page-meta.ts'
import { CustomersPage } from '../staff/customers/customers-page.tsx'
import { deskHandle } from '../staff/parts/staff-handle.ts'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { requireDesk } from '../staff/parts/staff-visit.server.ts'
import { loadCustomers } from '../staff/customers/load-customers.server.ts'
import { PRIVATE } from '../visit/session.server.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const desk = await requireDesk(request, context)
  return data(await loadCustomers(desk, new URL(request.url).searchParams), { headers: desk.headers })
}

export const handle = deskHandle('customers')
export const headers = () => PRIVATE

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Customers' }),
  NO_INDEX,
]

export default function StaffCustomers() {
  return <CustomersPage {...useLoaderData<typeof loader>()} />
}
