import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '../components/page-meta.ts'
import { DeskClaimPage } from '../desk/desk-claim-page.tsx'
import { deskHandle } from '../desk/desk-handle.ts'
import { NO_INDEX } from '../desk/no-index.ts'
import { requireDesk } from '../server/desk.server.ts'
import { loadDeskClaim, sendDeskClaim } from '../server/desk-claim.server.ts'
import { requireOrderId } from '../server/load-desk-order.server.ts'
import { commitSession, PRIVATE } from '../server/session.server.ts'

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
