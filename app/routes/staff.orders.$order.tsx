import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { type PageHandle } from '../components/page-handle.ts'
import { pageMeta } from '../components/page-meta.ts'
import { DeskOrderPage } from '../desk/desk-order-page.tsx'
import { NO_INDEX } from '../desk/no-index.ts'
import { type DeskVisit, requireDesk } from '../server/desk.server.ts'
import { handleDeskCancel } from '../server/handle-desk-cancel.server.ts'
import { handleCounter, isCounterIntent, loadCounterOrder } from '../server/handle-counter.server.ts'
import { handleDeskOrder } from '../server/handle-desk-order.server.ts'
import { visitHeaders } from '../server/load-checkout.server.ts'
import { loadDeskOrder, requireOrderId } from '../server/load-desk-order.server.ts'
import { commitSession, PRIVATE } from '../server/session.server.ts'
import sheet from '../styles/desk.css?url'

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
