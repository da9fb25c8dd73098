import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireOrderId } from '../staff/parts/require-id.server.ts'
import { staffHandle } from '../staff/parts/staff-handle.ts'
import { staffMeta } from '../staff/parts/staff-meta.ts'
import { requireStaff } from '../staff/parts/staff-visit.server.ts'
import { changeSavedReport, loadSavedReport } from '../staff/reports/handle-saved-report.server.ts'
import { SavedReportPage } from '../staff/reports/saved-report-page.tsx'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context)
  const query = new URL(request.url).searchParams
  const page = await loadSavedReport(staff, requireOrderId(params['report']), query)
  return data(page, { headers: staff.headers })
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, context)
  const id = requireOrderId(params['report'])
  const done = await changeSavedReport(staff, id, await request.formData())
  if ('to' in done) return redirect(done.to, { status: 303, headers: staff.headers })
  return data(done, { status: done.status, headers: staff.headers })
}

export const handle = staffHandle('reports')
export const headers = () => PRIVATE_HEADERS
export const meta = staffMeta('Saved report')

export default function StaffSavedReport() {
  return <SavedReportPage {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
}
