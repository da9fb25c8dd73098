import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '../page/page-meta.ts'
import { CustomersPage } from '../staff/customers/customers-page.tsx'
import { staffHandle } from '../staff/parts/staff-handle.ts'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { requireStaff } from '../staff/parts/staff-visit.server.ts'
import { loadCustomers } from '../staff/customers/load-customers.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context)
  return data(await loadCustomers(staff, new URL(request.url).searchParams), { headers: staff.headers })
}

export const handle = staffHandle('customers')
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Customers' }),
  NO_INDEX,
]

export default function StaffCustomers() {
  return <CustomersPage {...useLoaderData<typeof loader>()} />
}
