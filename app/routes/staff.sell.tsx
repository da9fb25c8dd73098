import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '../components/page-meta.ts'
import { deskHandle } from '../desk/desk-handle.ts'
import { NO_INDEX } from '../desk/no-index.ts'
import { SellPage } from '../desk/sell-page.tsx'
import { requireDesk } from '../server/desk.server.ts'
import { loadSellPage } from '../server/load-sell-page.server.ts'
import { sell } from '../server/sell.server.ts'
import { commitSession, PRIVATE } from '../server/session.server.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const desk = await requireDesk(request, context)
  const choice = await loadSellPage(desk, new URL(request.url).searchParams)
  return data({ choice }, { headers: desk.headers })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const desk = await requireDesk(request, context)
  const sold = await sell(desk, request, await request.formData())
  if (!('order' in sold)) return data(sold, { status: sold.status, headers: desk.headers })
  const { session, shop } = desk.visit
  const { gift_card_codes: gifts, vouchers } = sold.codes
  // In the session, not in the address: codes are money.
  if (gifts.length + vouchers.length > 0) session.flash('deskCodes', sold)
  const kept = { ...PRIVATE, 'Set-Cookie': await commitSession(session, shop) }
  return redirect(`/staff/orders/${sold.order}#counter`, { status: 303, headers: kept })
}

export const handle = deskHandle('sell')
export const headers = () => PRIVATE

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Sell' }),
  NO_INDEX,
]

export default function StaffSell() {
  const { choice } = useLoaderData<typeof loader>()
  return <SellPage choice={choice} answer={useActionData<typeof action>()} />
}
