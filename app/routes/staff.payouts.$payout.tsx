import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '../components/page-meta.ts'
import { deskHandle } from '../desk/desk-handle.ts'
import { NO_INDEX } from '../desk/no-index.ts'
import { PayoutPage } from '../desk/payout-page.tsx'
import { requireDesk } from '../server/desk.server.ts'
import { loadPayout } from '../server/desk-payouts.server.ts'
import { requireOrderId } from '../server/load-desk-order.server.ts'
import { PRIVATE } from '../server/session.server.ts'

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const desk = await requireDesk(request, context)
  const id = requireOrderId(params['payout'])
  return data(await loadPayout(desk, id, new URL(request.url).searchParams), { headers: desk.headers })
}

export const handle = deskHandle('reports')
export const headers = () => PRIVATE

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Payout' }),
  NO_INDEX,
]

export default function StaffPayout() {
  return <PayoutPage {...useLoaderData<typeof loader>()} />
}
