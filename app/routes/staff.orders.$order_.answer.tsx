import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '../page/page-meta.ts'
import { StaffRebookingPage } from '../staff/orders/rebooking-page.tsx'
import { staffHandle } from '../staff/parts/staff-handle.ts'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { requireStaff } from '../staff/parts/staff-visit.server.ts'
import { loadStaffRebooking, sendStaffRebooking } from '../staff/orders/handle-rebooking.server.ts'
import { readIntent } from '../ui/form/sent-values.server.ts'
import { commitSession, PRIVATE_HEADERS } from '../visit/session.server.ts'
import { requireOrderId } from '../staff/parts/require-id.server.ts'

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context)
  return data(await loadStaffRebooking(staff, requireOrderId(params['order'])), { headers: staff.headers })
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context)
  const order = requireOrderId(params['order'])
  const form = await request.formData()
  const done = await sendStaffRebooking(staff, order, form)
  if (!done.ok) return data({ problem: done.problem }, { status: done.status, headers: staff.headers })
  const path = `/staff/orders/${order}`
  if (readIntent(form) === 'renew') {
    return redirect(`${path}/answer`, { status: 303, headers: staff.headers })
  }
  const { session, shop } = staff.visit
  session.flash('deskSaid', { order, text: 'The customer’s choice is made, and mailed to them.' })
  const headers = { ...PRIVATE_HEADERS, 'Set-Cookie': await commitSession(session, shop) }
  return redirect(path, { status: 303, headers })
}

export const handle = staffHandle('orders')
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Choose for the caller' }),
  NO_INDEX,
]

export default function StaffOrderAnswer() {
  return (
    <StaffRebookingPage
      {...useLoaderData<typeof loader>()}
      problem={useActionData<typeof action>()?.problem}
    />
  )
}
