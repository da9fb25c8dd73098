import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node' // prettier-ignore
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '../components/page-meta.ts'
import { deskHandle } from '../desk/desk-handle.ts'
import { NO_INDEX } from '../desk/no-index.ts'
import { SellPage } from '../desk/sell-page.tsx'
import { requireDesk } from '../server/desk.server.ts'
import { loadSellPage, sellSeats } from '../server/sell-seats.server.ts'
import { PRIVATE } from '../server/session.server.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const desk = await requireDesk(request, context)
  return data(await loadSellPage(desk, new URL(request.url).searchParams), { headers: desk.headers })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const desk = await requireDesk(request, context)
  const sold = await sellSeats(desk, request, await request.formData())
  if ('order' in sold)
    return redirect(`/staff/orders/${sold.order}#counter`, { status: 303, headers: desk.headers })
  return data(sold, { status: sold.status, headers: desk.headers })
}

export const handle = deskHandle('sell')
export const headers = () => PRIVATE

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Sell seats' }),
  NO_INDEX,
]

export default function StaffSell() {
  return <SellPage {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
}
