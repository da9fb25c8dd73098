import { useLoaderData } from '@remix-run/react'
import { AuditPage } from '../staff/office/audit-page.tsx'
import { loadAudit } from '../staff/office/load-audit.server.ts'
import { staffHandle } from '../staff/parts/staff-handle.ts'
import { staffMeta } from '../staff/parts/staff-meta.ts'
import { staffLoader } from '../staff/parts/staff-route.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'

export const loader = staffLoader(loadAudit, ['admin'])

export const handle = staffHandle('office')
export const headers = () => PRIVATE_HEADERS
export const meta = staffMeta('Who changed what')

export default function StaffAudit() {
  return <AuditPage {...useLoaderData<typeof loader>()} />
}
