import { useActionData, useLoaderData } from '@remix-run/react'
import { staffHandle } from '../staff/parts/staff-handle.ts'
import { staffMeta } from '../staff/parts/staff-meta.ts'
import { staffAction, staffLoader } from '../staff/parts/staff-route.server.ts'
import { createSavedReport, loadSavedReports } from '../staff/reports/handle-saved-report.server.ts'
import { SavedReportsPage } from '../staff/reports/saved-reports-page.tsx'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'

export const loader = staffLoader(loadSavedReports)
export const action = staffAction(createSavedReport)

export const handle = staffHandle('reports')
export const headers = () => PRIVATE_HEADERS
export const meta = staffMeta('Saved reports')

export default function StaffSavedReports() {
  return <SavedReportsPage {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
}
