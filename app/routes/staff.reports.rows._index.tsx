import { useLoaderData } from '@remix-run/react'
import { staffHandle } from '../staff/parts/staff-handle.ts'
import { staffMeta } from '../staff/parts/staff-meta.ts'
import { staffLoader } from '../staff/parts/staff-route.server.ts'
import { loadReportRows } from '../staff/reports/load-report-rows.server.ts'
import { ReportRowsPage } from '../staff/reports/report-rows-page.tsx'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'

export const loader = staffLoader(loadReportRows)

export const handle = staffHandle('reports')
export const headers = () => PRIVATE_HEADERS
export const meta = staffMeta('Rows of a report')

export default function StaffReportRows() {
  return <ReportRowsPage {...useLoaderData<typeof loader>()} />
}
