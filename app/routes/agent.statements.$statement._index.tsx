import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type PageHandle } from '../page/page-handle.ts'
import { loadStatement } from '../staff/agents/handle-agents.server.ts'
import { StatementPage } from '../staff/agents/statement-page.tsx'
import { requireOrderId } from '../staff/parts/require-id.server.ts'
import { staffMeta } from '../staff/parts/staff-meta.ts'
import { requireStaff } from '../staff/parts/staff-visit.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../styles/staff.css?url'

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context, ['agent'])
  const page = await loadStatement(staff, requireOrderId(params['statement']))
  return data(page, { headers: staff.headers })
}

export const handle: PageHandle = { layout: 'desk', staffSection: 'agent', sheet }
export const headers = () => PRIVATE_HEADERS
export const meta = staffMeta('Your statement')

export default function OwnStatement() {
  const page = useLoaderData<typeof loader>()
  const back = { href: `/agent?agent=${String(page.agent.id)}`, text: 'Your commission' }
  const file = `/agent/statements/${String(page.statement.id)}/csv`
  return <StatementPage {...page} back={back} file={file} canPay={false} linked={false} answer={undefined} />
}
