import { useActionData, useLoaderData } from '@remix-run/react'
import { changeJob, loadJobs } from '../staff/office/handle-jobs.server.ts'
import { JobsPage } from '../staff/office/jobs-page.tsx'
import { staffHandle } from '../staff/parts/staff-handle.ts'
import { staffMeta } from '../staff/parts/staff-meta.ts'
import { staffAction, staffLoader } from '../staff/parts/staff-route.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'

export const loader = staffLoader(loadJobs)
export const action = staffAction(changeJob, ['admin'])

export const handle = staffHandle('office')
export const headers = () => PRIVATE_HEADERS
export const meta = staffMeta('Jobs')

export default function StaffJobs() {
  return <JobsPage {...useLoaderData<typeof loader>()} failure={useActionData<typeof action>()?.failure} />
}
