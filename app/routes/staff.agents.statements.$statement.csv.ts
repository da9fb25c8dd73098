import { type LoaderFunctionArgs } from '@remix-run/node'
import { loadStatement } from '../staff/agents/handle-agents.server.ts'
import { statementCsv, statementFile } from '../staff/agents/statement-csv.ts'
import { fileReply } from '../staff/parts/csv-reply.server.ts'
import { requireOrderId } from '../staff/parts/require-id.server.ts'
import { requireStaff } from '../staff/parts/staff-visit.server.ts'

/** A statement as a file. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, context)
  const found = await loadStatement(staff, requireOrderId(params['statement']))
  return fileReply({ name: statementFile(found), text: statementCsv(found) }, staff.headers)
}
