import { type Report } from '#contract/report.ts'
import { csvName, reportCsv } from './csv.ts'
import { PRIVATE_HEADERS } from '../../visit/session.server.ts'
import { NOT_FOUND_PAGE } from '../../visit/error-messages.ts'

/**
 * A report as a file.
 *
 * @throws Response 404 if there is none
 */
export function csvReply(report: Report | null, headers: Record<string, string>): Response {
  if (!report) throw new Response(NOT_FOUND_PAGE, { status: 404, headers: PRIVATE_HEADERS })
  return new Response(reportCsv(report), {
    headers: {
      ...headers,
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${csvName(report)}"`,
    },
  })
}
