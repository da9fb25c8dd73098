import { useActionData, useLoaderData } from '@remix-run/react'
import { ApprovalsPage } from '../staff/office/approvals-page.tsx'
import { decideApproval, loadApprovals } from '../staff/office/handle-approvals.server.ts'
import { staffHandle } from '../staff/parts/staff-handle.ts'
import { staffMeta } from '../staff/parts/staff-meta.ts'
import { staffAction, staffLoader } from '../staff/parts/staff-route.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'

export const loader = staffLoader(loadApprovals)
export const action = staffAction(decideApproval)

export const handle = staffHandle('office')
export const headers = () => PRIVATE_HEADERS
export const meta = staffMeta('Approvals')

export default function StaffApprovals() {
  const failure = useActionData<typeof action>()?.failure
  return <ApprovalsPage {...useLoaderData<typeof loader>()} failure={failure} />
}
