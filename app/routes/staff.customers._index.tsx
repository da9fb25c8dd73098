import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '../components/page-meta.ts'
import { CustomersPage } from '../desk/customers-page.tsx'
import { deskHandle } from '../desk/desk-handle.ts'
import { NO_INDEX } from '../desk/no-index.ts'
import { requireDesk } from '../server/desk.server.ts'
import { loadCustomers } from '../server/desk-customers.server.ts'
import { PRIVATE } from '../server/session.server.ts'

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
