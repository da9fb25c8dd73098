import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '../page/page-meta.ts'
import { DeskClaimPage } from '../staff/orders/rebooking-page.tsx'
import { deskHandle } from '../staff/parts/staff-handle.ts'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { requireDesk } from '../staff/parts/staff-visit.server.ts'
import { loadDeskClaim, sendDeskClaim } from '../staff/orders/handle-rebooking.server.ts'
import { requireOrderId } from '../staff/orders/load-order.server.ts'
import { commitSession, PRIVATE } from '../visit/session.server.ts'

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const desk = await requireDesk(request, context)
  return data(await loadDeskClaim(desk, requireOrderId(params['order'])), { headers: desk.headers })
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const desk = await requireDesk(request, context)
  const order = requireOrderId(params['order'])
  const form = await request.formData()
  const done = await sendDeskClaim(desk, order, form)
  if (!done.ok) return data({ problem: done.problem }, { status: done.status, headers: desk.headers })
  const path = `/staff/orders/${order}`
  if (form.get('intent') === 'renew') {
    return redirect(`${path}/answer`, { status: 303, headers: desk.headers })
  }
  const { session, shop } = desk.visit
  session.flash('deskSaid', { order, text: 'The customer’s choice is made, and mailed to them.' })
  const headers = { ...PRIVATE, 'Set-Cookie': await commitSession(session, shop) }
  return redirect(path, { status: 303, headers })
}

export const handle = deskHandle('orders')
export const headers = () => PRIVATE

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Choose for the caller' }),
  NO_INDEX,
]

export default function StaffOrderAnswer() {
  return (
    <DeskClaimPage {...useLoaderData<typeof loader>()} problem={useActionData<typeof action>()?.problem} />
  )
}
