import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '../components/page-meta.ts'
import { deskHandle } from '../desk/desk-handle.ts'
import { NO_INDEX } from '../desk/no-index.ts'
import { PayoutsPage } from '../desk/payouts-page.tsx'
import { requireDesk } from '../server/desk.server.ts'
import { loadPayouts } from '../server/desk-payouts.server.ts'
import { PRIVATE } from '../server/session.server.ts'

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
