import { type Report } from '#contract/report.ts'
import { csvName, reportCsv } from './csv.ts'
import { PRIVATE_HEADERS } from '../../visit/session.server.ts'
import { NOT_FOUND_PAGE } from '../../visit/error-messages.ts'

/**
 * A CSV file to be saved.
 *
 * @throws Response 404 if there is none
 */
export function fileReply(
  file: { name: string; text: string } | null,
  headers: Record<string, string>,
): Response {
  if (!file) throw new Response(NOT_FOUND_PAGE, { status: 404, headers: PRIVATE_HEADERS })
  return new Response(file.text, {
    headers: {
      ...headers,
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${file.name}"`,
    },
  })
}

/**
 * A report as a file.
 *
 * @throws Response 404 if there is none
 */
export const csvReply = (report: Report | null, headers: Record<string, string>): Response =>
  fileReply(report && { name: csvName(report), text: reportCsv(report) }, headers)
