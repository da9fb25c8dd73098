import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '../page/page-meta.ts'
import { deskHandle } from '../staff/parts/staff-handle.ts'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { SellPage } from '../staff/sell/sell-page.tsx'
import { requireDesk } from '../staff/parts/staff-visit.server.ts'
import { loadSellPage } from '../staff/sell/load-sell-page.server.ts'
import { sell } from '../staff/sell/sell.server.ts'
import { commitSession, PRIVATE } from '../visit/session.server.ts'

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
