import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { handleStatement, loadStatement } from '../staff/agents/handle-agents.server.ts'
import { AGENTS_PATH } from '../staff/agents/agent-words.ts'
import { StatementPage } from '../staff/agents/statement-page.tsx'
import { requireOrderId } from '../staff/parts/require-id.server.ts'
import { staffHandle } from '../staff/parts/staff-handle.ts'
import { staffMeta } from '../staff/parts/staff-meta.ts'
import { requireStaff } from '../staff/parts/staff-visit.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context)
  const page = await loadStatement(staff, requireOrderId(params['statement']))
  return data(page, { headers: staff.headers })
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context, ['admin'])
  const acted = await handleStatement(staff, requireOrderId(params['statement']), await request.formData())
  if ('to' in acted) return redirect(acted.to, { status: 303, headers: staff.headers })
  return data(acted.answer, { status: acted.status, headers: staff.headers })
}

export const handle = staffHandle('office')
export const headers = () => PRIVATE_HEADERS
export const meta = staffMeta('Statement of an agent')

export default function StaffAgentStatement() {
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { agent, statement } = page
  const back = { href: `${AGENTS_PATH}/${String(agent.id)}`, text: agent.name }
  const file = `${AGENTS_PATH}/statements/${String(statement.id)}/csv`
  return <StatementPage {...page} back={back} file={file} linked answer={answer} />
}
