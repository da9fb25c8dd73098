import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '../page/page-meta.ts'
import { staffHandle } from '../staff/parts/staff-handle.ts'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { PayoutPage } from '../staff/reports/payout-page.tsx'
import { requireStaff } from '../staff/parts/staff-visit.server.ts'
import { loadPayout } from '../staff/reports/load-payouts.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import { requireOrderId } from '../staff/parts/require-id.server.ts'

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context)
  const id = requireOrderId(params['payout'])
  return data(await loadPayout(staff, id, new URL(request.url).searchParams), { headers: staff.headers })
}

export const handle = staffHandle('reports')
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Payout' }),
  NO_INDEX,
]

export default function StaffPayout() {
  return <PayoutPage {...useLoaderData<typeof loader>()} />
}
