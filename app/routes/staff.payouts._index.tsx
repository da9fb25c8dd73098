import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '../page/page-meta.ts'
import { deskHandle } from '../staff/parts/staff-handle.ts'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { PayoutsPage } from '../staff/reports/payouts-page.tsx'
import { requireDesk } from '../staff/parts/staff-visit.server.ts'
import { loadPayouts } from '../staff/reports/load-payouts.server.ts'
import { PRIVATE } from '../visit/session.server.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const desk = await requireDesk(request, context)
  return data(await loadPayouts(desk, new URL(request.url).searchParams), { headers: desk.headers })
}

export const handle = deskHandle('reports')
export const headers = () => PRIVATE

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Payouts' }),
  NO_INDEX,
]

export default function StaffPayouts() {
  return <PayoutsPage {...useLoaderData<typeof loader>()} />
}
