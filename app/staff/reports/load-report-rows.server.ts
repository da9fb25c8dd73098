import { z } from 'zod'
import { REPORT_AT_ONCE_DAYS, type ReportRows, ReportRowsReply } from '#contract/report.ts'
import { type ListMeta } from '#contract/primitives.ts'
import { readForm, SentText } from '../../ui/form/sent-values.server.ts'
import { NOT_FOUND_PAGE } from '../../visit/error-messages.ts'
import { requireData } from '../../visit/load-visit.server.ts'
import { PRIVATE_HEADERS } from '../../visit/session.server.ts'
import { countDays } from '../parts/add-days.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { getToday, readReportFilter } from './load-report.server.ts'

const RowsForm = z.object({ key: SentText, page: z.coerce.number().int().min(1).max(1000).catch(1) })
/** All of them fit into a file. */
const MOST_IN_A_FILE = 1000

/**
 * The rows behind a figure of a report.
 *
 * @throws Response 404 for a span that is not added up at once
 */
export async function loadReportRows(
  staff: StaffVisit,
  input: URLSearchParams,
): Promise<{ rows: ReportRows; meta: ListMeta; query: Record<string, string> }> {
  const { query, page } = readRowsQuery(staff, input)
  const found = await staff.userApi.get('/v1/report_rows', ReportRowsReply, { query: { ...query, page } })
  const { report_rows: rows, meta } = requireData(found)
  return { rows, meta, query }
}

/** Every row, for a file: as many calls as it takes. */
export async function loadAllReportRows(staff: StaffVisit, input: URLSearchParams): Promise<ReportRows> {
  const { query } = readRowsQuery(staff, input)
  const read = async (page: number) =>
    requireData(
      await staff.userApi.get('/v1/report_rows', ReportRowsReply, {
        query: { ...query, page, page_size: MOST_IN_A_FILE },
      }),
    )
  const first = await read(1)
  const all = [...first.report_rows.rows]
  for (let page = 2; page <= first.meta.pagination.total_pages; page++)
    all.push(...(await read(page)).report_rows.rows)
  return { ...first.report_rows, rows: all }
}

function readRowsQuery(staff: StaffVisit, input: URLSearchParams) {
  const filter = readReportFilter(input, getToday(staff))
  const days = countDays(filter)
  if (days < 1 || days > REPORT_AT_ONCE_DAYS)
    throw new Response(NOT_FOUND_PAGE, { status: 404, headers: PRIVATE_HEADERS })
  const { key, page } = readForm(input, RowsForm)
  return { query: { ...filter, ...(key === undefined ? {} : { key }) }, page }
}
