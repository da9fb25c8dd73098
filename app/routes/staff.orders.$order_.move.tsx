import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '../page/page-meta.ts'
import { deskHandle } from '../staff/parts/staff-handle.ts'
import { DeskMovePage } from '../staff/orders/reschedule-page.tsx'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { requireDesk } from '../staff/parts/staff-visit.server.ts'
import { handleDeskMove, loadDeskMove } from '../staff/orders/handle-reschedule.server.ts'
import { requireOrderId } from '../staff/orders/load-order.server.ts'
import { commitSession, PRIVATE } from '../visit/session.server.ts'

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const desk = await requireDesk(request, context)
  const query = new URL(request.url).searchParams
  return data(await loadDeskMove(desk, requireOrderId(params['order']), query), { headers: desk.headers })
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const desk = await requireDesk(request, context)
  const order = requireOrderId(params['order'])
  const answer = await handleDeskMove(desk, request, order, await request.formData())
  if (!('said' in answer)) return data(answer, { status: answer.status, headers: desk.headers })
  const { session, shop } = desk.visit
  session.flash('deskSaid', { order, text: answer.said })
  const kept = { ...PRIVATE, 'Set-Cookie': await commitSession(session, shop) }
  return redirect(`/staff/orders/${order}`, { status: 303, headers: kept })
}

export const handle = deskHandle('orders')
export const headers = () => PRIVATE

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Move the flight' }),
  NO_INDEX,
]

export default function StaffOrderMove() {
  const loaded = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const told = answer && 'typed' in answer ? answer : undefined
  return <DeskMovePage {...loaded} formKey={told?.key ?? loaded.formKey} answer={told} />
}
