import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '../page/page-meta.ts'
import { staffHandle } from '../staff/parts/staff-handle.ts'
import { StaffReschedulePage } from '../staff/orders/reschedule-page.tsx'
import { NO_INDEX } from '../staff/parts/no-index.ts'
import { requireStaff } from '../staff/parts/staff-visit.server.ts'
import { handleStaffReschedule } from '../staff/orders/handle-reschedule.server.ts'
import { sayOnOrder } from '../staff/orders/say-done.server.ts'
import { loadStaffReschedule } from '../staff/orders/load-reschedule.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import { requireOrderId } from '../staff/parts/require-id.server.ts'

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context)
  const query = new URL(request.url).searchParams
  return data(await loadStaffReschedule(staff, requireOrderId(params['order']), query), {
    headers: staff.headers,
  })
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context)
  const order = requireOrderId(params['order'])
  const answer = await handleStaffReschedule(staff, request, order, await request.formData())
  if (!('said' in answer)) return data(answer, { status: answer.status, headers: staff.headers })
  return sayOnOrder(staff, order, answer.said)
}

export const handle = staffHandle('orders')
export const headers = () => PRIVATE_HEADERS

export const meta: MetaFunction<typeof loader> = ({ matches }) => [
  ...pageMeta(matches, { title: 'Move the flight' }),
  NO_INDEX,
]

export default function StaffOrderMove() {
  const loaded = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const told = answer && 'answer' in answer ? answer : undefined
  return <StaffReschedulePage {...loaded} formKey={told?.key ?? loaded.formKey} answer={told} />
}
