import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '../page/page-meta.ts'
import { CustomerPage } from '../staff/customers/customer-page.tsx'
import { staffHandle } from '../staff/parts/staff-handle.ts'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { requireStaff } from '../staff/parts/staff-visit.server.ts'
import { loadCustomer } from '../staff/customers/load-customers.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import { requireOrderId } from '../staff/parts/require-id.server.ts'

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context)
  const id = requireOrderId(params['customer'])
  return data(await loadCustomer(staff, id, new URL(request.url).searchParams), { headers: staff.headers })
}

export const handle = staffHandle('customers')
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Customer' }),
  NO_INDEX,
]

export default function StaffCustomer() {
  return <CustomerPage {...useLoaderData<typeof loader>()} />
}
