import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '../page/page-meta.ts'
import { staffHandle } from '../staff/parts/staff-handle.ts'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { SellPage } from '../staff/sell/sell-page.tsx'
import { requireStaff } from '../staff/parts/staff-visit.server.ts'
import { loadSellPage } from '../staff/sell/load-sell-page.server.ts'
import { sellOrder } from '../staff/sell/sell.server.ts'
import { commitSession, PRIVATE_HEADERS } from '../visit/session.server.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context)
  const choice = await loadSellPage(staff, new URL(request.url).searchParams)
  return data({ choice }, { headers: staff.headers })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context)
  const sold = await sellOrder(staff, request, await request.formData())
  if (!('order' in sold)) return data(sold, { status: sold.status, headers: staff.headers })
  const { session, shop } = staff.visit
  const { gift_card_codes: gifts, vouchers } = sold.codes
  // Stored in the session and not in the address, because codes are money.
  if (gifts.length + vouchers.length > 0) session.flash('deskCodes', sold)
  const headers = { ...PRIVATE_HEADERS, 'Set-Cookie': await commitSession(session, shop) }
  return redirect(`/staff/orders/${sold.order}#counter`, { status: 303, headers })
}

export const handle = staffHandle('sell')
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Sell' }),
  NO_INDEX,
]

export default function StaffSell() {
  const { choice } = useLoaderData<typeof loader>()
  return <SellPage choice={choice} answer={useActionData<typeof action>()} />
}
