import { useLoaderData } from '@remix-run/react'
import { type PageHandle } from '../page/page-handle.ts'
import { loadOwnAgents } from '../staff/agents/handle-agents.server.ts'
import { OwnPage } from '../staff/agents/own-page.tsx'
import { staffMeta } from '../staff/parts/staff-meta.ts'
import { staffLoader } from '../staff/parts/staff-route.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../styles/staff.css?url'

export const loader = staffLoader(loadOwnAgents, ['agent'])

export const handle: PageHandle = { layout: 'desk', staffSection: 'agent', sheet }
export const headers = () => PRIVATE_HEADERS
export const meta = staffMeta('Your commission')

export default function OwnAgent() {
  return <OwnPage {...useLoaderData<typeof loader>()} />
}
