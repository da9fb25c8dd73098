import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { StaffOrderPage } from '../staff/orders/order-page.tsx'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { requireForm } from '../staff/parts/require-form.server.ts'
import { type StaffVisit, requireStaff } from '../staff/parts/staff-visit.server.ts'
import { handleStaffCancellation } from '../staff/orders/handle-cancellation.server.ts'
import {
  handleInPersonForm,
  isInPersonIntent,
  loadInPersonOrder,
} from '../staff/orders/handle-order-payment.server.ts'
import { handleStaffOrder } from '../staff/orders/handle-order.server.ts'
import { loadStaffOrder } from '../staff/orders/load-order.server.ts'
import { commitSession, PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../styles/staff.css?url'
import { visitHeaders } from '../visit/load-visit.server.ts'
import { requireOrderId } from '../staff/parts/require-id.server.ts'

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context)
  const { visit } = staff
  const orderId = requireOrderId(params['order'])
  const last = visit.session.get('deskSaid')
  const said = last?.order === orderId ? last.text : undefined
  if (last && said === undefined) visit.session.flash('deskSaid', last)
  visit.changed ||= said !== undefined
  const loaded = await loadStaffOrder(staff, orderId)
  return data({ ...loaded, message: said }, { headers: await visitHeaders(visit) })
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context)
  const orderId = requireOrderId(params['order'])
  const form = await request.formData()
  const answer = await answerTo(staff, request, { orderId, form })
  const back = `/staff/orders/${orderId}`
  if (answer === 'done') return redirect(back, { status: 303, headers: staff.headers })
  if ('said' in answer) {
    // In the session, not in the address: nobody can mail the desk a link that tells it to give
    // money back.
    staff.visit.session.flash('deskSaid', { order: orderId, text: answer.said })
    const kept = {
      ...PRIVATE_HEADERS,
      'Set-Cookie': await commitSession(staff.visit.session, staff.visit.shop),
    }
    return redirect(back, { status: 303, headers: kept })
  }
  return data(answer, { status: answer.status, headers: staff.headers })
}

async function answerTo(
  staff: StaffVisit,
  request: Request,
  { orderId, form }: { orderId: string; form: FormData },
) {
  const { intent } = requireForm(form, z.object({ intent: z.string() }))
  if (isInPersonIntent(intent)) {
    return handleInPersonForm(staff, request, await loadInPersonOrder(staff, orderId), form, intent)
  }
  return intent === 'cancel' || intent === 'cancel_preview' || intent === 'withdraw'
    ? handleStaffCancellation(staff, orderId, form)
    : handleStaffOrder(staff, orderId, form)
}

export const handle: PageHandle = { layout: 'desk', staffSection: 'orders', sheet }
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) => [
  ...pageMeta(matches, { title: loaded ? `Order ${loaded.order.number}` : 'Order' }),
  NO_INDEX,
]

export default function StaffOrder() {
  const { key, ...loaded } = useLoaderData<typeof loader>()
  return <StaffOrderPage {...loaded} formKey={key} answer={useActionData<typeof action>()} />
}
