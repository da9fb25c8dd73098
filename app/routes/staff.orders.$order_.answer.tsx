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
import { sayOnOrder } from '../staff/orders/say-done.server.ts'
import { readIntent } from '../ui/form/sent-values.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
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
  if (readIntent(form) === 'renew') {
    return redirect(`/staff/orders/${order}/answer`, { status: 303, headers: staff.headers })
  }
  return sayOnOrder(staff, order, 'The customer’s choice is made, and mailed to them.')
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
