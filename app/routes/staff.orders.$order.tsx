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
import { historyViews } from '../staff/orders/order-past.tsx'
import { StaffOrderPage } from '../staff/orders/order-page.tsx'
import { noteEditor } from '../staff/parts/handle-note.server.ts'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { requireForm } from '../staff/parts/require-form.server.ts'
import { type StaffVisit, requireStaff } from '../staff/parts/staff-visit.server.ts'
import { handleStaffCancellation, isCancelIntent } from '../staff/orders/handle-cancellation.server.ts'
import {
  handleInPersonForm,
  isInPersonIntent,
  loadInPersonOrder,
} from '../staff/orders/handle-order-payment.server.ts'
import { payBalance, setBalanceDue } from '../staff/orders/handle-balance.server.ts'
import { handleStaffOrder } from '../staff/orders/handle-order.server.ts'
import { sayOnOrder } from '../staff/orders/say-done.server.ts'
import { loadStaffOrder } from '../staff/orders/load-order.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../styles/staff.css?url'
import { readForm } from '../ui/form/sent-values.server.ts'
import { visitHeaders } from '../visit/load-visit.server.ts'
import { requireOrderId } from '../staff/parts/require-id.server.ts'

const HistoryQuery = z.object({ show: z.enum(historyViews).catch('all') })

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context)
  const { visit } = staff
  const orderId = requireOrderId(params['order'])
  const last = visit.session.get('deskSaid')
  const message = last?.order === orderId ? last.text : undefined
  if (last && message === undefined) visit.session.flash('deskSaid', last)
  visit.changed ||= message !== undefined
  const loaded = await loadStaffOrder(staff, orderId)
  const view = readForm(new URL(request.url).searchParams, HistoryQuery).show
  return data({ ...loaded, view, message, editor: noteEditor(staff) }, { headers: await visitHeaders(visit) })
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context)
  const orderId = requireOrderId(params['order'])
  const form = await request.formData()
  const answer = await answerTo(staff, request, { orderId, form })
  if (answer === 'done') {
    return redirect(`/staff/orders/${orderId}`, { status: 303, headers: staff.headers })
  }
  if ('said' in answer) return sayOnOrder(staff, orderId, answer.said)
  // A preview and a deleted note are no refusal, so the title does not begin with "Error".
  return data({ ...answer, refused: answer.status >= 400 }, { status: answer.status, headers: staff.headers })
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
  if (intent === 'balance_due') return setBalanceDue(staff, await loadInPersonOrder(staff, orderId), form)
  if (intent === 'balance_payment') return payBalance(staff, await loadInPersonOrder(staff, orderId), form)
  return isCancelIntent(intent)
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
  return <StaffOrderPage {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
}
