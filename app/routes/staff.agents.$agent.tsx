import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { AgentPage, DONE } from '../staff/agents/agent-page.tsx'
import { handleAgent, loadAgent } from '../staff/agents/handle-agents.server.ts'
import { requireOrderId } from '../staff/parts/require-id.server.ts'
import { staffHandle } from '../staff/parts/staff-handle.ts'
import { staffMeta } from '../staff/parts/staff-meta.ts'
import { requireStaff } from '../staff/parts/staff-visit.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context)
  const asked = new URL(request.url).searchParams.get('done') ?? ''
  const done = Object.keys(DONE).find((one): one is keyof typeof DONE => one === asked) ?? null
  const page = await loadAgent(staff, requireOrderId(params['agent']))
  return data({ ...page, done }, { headers: staff.headers })
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context, ['admin'])
  const acted = await handleAgent(staff, requireOrderId(params['agent']), await request.formData())
  if ('to' in acted) return redirect(acted.to, { status: 303, headers: staff.headers })
  return data(acted.answer, { status: acted.status, headers: staff.headers })
}

export const handle = staffHandle('office')
export const headers = () => PRIVATE_HEADERS
export const meta = staffMeta('Agent')

export default function StaffAgent() {
  return <AgentPage {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
}
