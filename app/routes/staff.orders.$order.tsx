import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { DeskOrderPage } from '../staff/orders/order-page.tsx'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { type DeskVisit, requireDesk } from '../staff/parts/staff-visit.server.ts'
import { handleDeskCancel } from '../staff/orders/handle-cancellation.server.ts'
import {
  handleCounter,
  isCounterIntent,
  loadCounterOrder,
} from '../staff/orders/handle-order-payment.server.ts'
import { handleDeskOrder } from '../staff/orders/handle-order.server.ts'
import { visitHeaders } from '../selection/load-choice.server.ts'
import { loadDeskOrder, requireOrderId } from '../staff/orders/load-order.server.ts'
import { commitSession, PRIVATE } from '../visit/session.server.ts'
import sheet from '../styles/staff.css?url'

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const desk = await requireDesk(request, context)
  const { visit } = desk
  const orderId = requireOrderId(params['order'])
  const last = visit.session.get('deskSaid')
  const said = last?.order === orderId ? last.text : undefined
  if (last && said === undefined) visit.session.flash('deskSaid', last)
  visit.changed ||= said !== undefined
  const loaded = await loadDeskOrder(desk, orderId)
  return data({ ...loaded, said }, { headers: await visitHeaders(visit) })
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const desk = await requireDesk(request, context)
  const orderId = requireOrderId(params['order'])
  const form = await request.formData()
  const answer = await answerTo(desk, request, { orderId, form })
  const back = `/staff/orders/${orderId}`
  if (answer === 'done') return redirect(back, { status: 303, headers: desk.headers })
  if ('said' in answer) {
    // In the session, not in the address: nobody can mail the desk a link that tells it to give
    // money back.
    desk.visit.session.flash('deskSaid', { order: orderId, text: answer.said })
    const kept = { ...PRIVATE, 'Set-Cookie': await commitSession(desk.visit.session, desk.visit.shop) }
    return redirect(back, { status: 303, headers: kept })
  }
  return data(answer, { status: answer.status, headers: desk.headers })
}

async function answerTo(
  desk: DeskVisit,
  request: Request,
  { orderId, form }: { orderId: string; form: FormData },
) {
  const intent = form.get('intent')
  if (isCounterIntent(intent)) {
    return handleCounter(desk, request, await loadCounterOrder(desk, orderId), form, intent)
  }
  return intent === 'cancel' || intent === 'cancel_preview' || intent === 'withdraw'
    ? handleDeskCancel(desk, orderId, form)
    : handleDeskOrder(desk, orderId, form)
}

export const handle: PageHandle = { layout: 'desk', desk: 'orders', sheet }
export const headers = () => PRIVATE

export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) => [
  ...pageMeta(matches, { title: loaded ? `Order ${loaded.order.number}` : 'Order' }),
  NO_INDEX,
]

export default function StaffOrder() {
  const { key, ...loaded } = useLoaderData<typeof loader>()
  return <DeskOrderPage {...loaded} formKey={key} answer={useActionData<typeof action>()} />
}
