import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '../page/page-meta.ts'
import { staffHandle } from '../staff/parts/staff-handle.ts'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { PayoutsPage } from '../staff/reports/payouts-page.tsx'
import { requireStaff } from '../staff/parts/staff-visit.server.ts'
import { loadPayouts } from '../staff/reports/load-payouts.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context)
  return data(await loadPayouts(staff, new URL(request.url).searchParams), { headers: staff.headers })
}

export const handle = staffHandle('reports')
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Payouts' }),
  NO_INDEX,
]

export default function StaffPayouts() {
  return <PayoutsPage {...useLoaderData<typeof loader>()} />
}
