import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '../page/page-meta.ts'
import { AskedQuery } from '../staff/parts/asked-query.server.ts'
import { answerStatus } from '../staff/parts/live-form-status.server.ts'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { staffHandle } from '../staff/parts/staff-handle.ts'
import { requireStaff } from '../staff/parts/staff-visit.server.ts'
import { handleSell } from '../staff/sell/handle-sell.server.ts'
import { loadSellPage } from '../staff/sell/load-sell-page.server.ts'
import { SellPage } from '../staff/sell/sell-page.tsx'
import { readSellState } from '../staff/sell/sell-state.ts'
import { keepTyped } from '../staff/sell/typed-sale.server.ts'
import { readForm } from '../ui/form/sent-values.server.ts'
import { visitHeaders } from '../visit/load-visit.server.ts'
import { commitSession, PRIVATE_HEADERS } from '../visit/session.server.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context)
  const query = new URL(request.url).searchParams
  const { asked } = readForm(query, AskedQuery)
  const choice = await loadSellPage(staff, readSellState(query))
  return data({ choice, asked }, { headers: await visitHeaders(staff.visit) })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context)
  const form = await request.formData()
  const done = await handleSell(staff, request, form)
  if ('answer' in done) {
    return data(done, { status: answerStatus(form, done.status), headers: staff.headers })
  }
  const { session, shop } = staff.visit
  if ('to' in done) keepTyped(session, done.typed)
  else {
    const { order, codes, said } = done
    // Stored in the session and not in the address, because codes are money.
    if (codes.gift_card_codes.length + codes.vouchers.length > 0) session.flash('deskCodes', { order, codes })
    if (said !== undefined) session.flash('deskSaid', { order, text: said })
  }
  const headers = { ...PRIVATE_HEADERS, 'Set-Cookie': await commitSession(session, shop) }
  const to = 'to' in done ? done.to : `/staff/orders/${done.order}#counter`
  return redirect(to, { status: 303, headers })
}

export const handle = staffHandle('sell')
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Sell' }),
  NO_INDEX,
]

export default function StaffSell() {
  const { choice, asked } = useLoaderData<typeof loader>()
  return <SellPage choice={choice} answer={useActionData<typeof action>()} asked={asked} />
}
