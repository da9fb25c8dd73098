import { useActionData, useLoaderData } from '@remix-run/react'
import { AgentsPage } from '../staff/agents/agents-page.tsx'
import { handleAgents, loadAgents } from '../staff/agents/handle-agents.server.ts'
import { staffHandle } from '../staff/parts/staff-handle.ts'
import { staffMeta } from '../staff/parts/staff-meta.ts'
import { staffAction, staffLoader } from '../staff/parts/staff-route.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'

export const loader = staffLoader(loadAgents)
export const action = staffAction(handleAgents, ['admin'])

export const handle = staffHandle('office')
export const headers = () => PRIVATE_HEADERS
export const meta = staffMeta('Agents')

export default function StaffAgents() {
  return <AgentsPage {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()?.answer} />
}
