import { type LoaderFunctionArgs } from '@remix-run/node'
import { auditCsv } from '../staff/office/audit-csv.ts'
import { loadAuditForFile } from '../staff/office/load-audit.server.ts'
import { fileReply } from '../staff/parts/csv-reply.server.ts'
import { requireStaff } from '../staff/parts/staff-visit.server.ts'

/** The log of changes as a file; admins only, like its page. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context, ['admin'])
  const entries = await loadAuditForFile(staff, new URL(request.url).searchParams)
  return fileReply({ name: 'audit-log.csv', text: auditCsv(entries) }, staff.headers)
}
