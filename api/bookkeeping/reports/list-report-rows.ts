import { REPORT_AT_ONCE_DAYS, type ReportRows } from '#contract/report.ts'
import { type ApiDeps } from '../../deps.ts'
import { findSource } from './count-report.ts'
import { type ReportInput, type ReportRefusal, readReportQuery } from './read-report.ts'
import { listSourceRows } from './report-source.ts'
import { figureOf } from './present-report.ts'
import { listFigures, reportColumns } from './report-shape.ts'

interface RowsInput extends ReportInput {
  /** A row of the report; undefined for all of it. */
  key?: string | undefined
  page: number
  page_size: number
}

type Listed = { ok: true; rows: ReportRows; count: number } | { ok: false; reason: ReportRefusal }

/** Lists what a figure of a report was summed from, with two queries. */
export async function listReportRows(
  deps: Pick<ApiDeps, 'database' | 'clock'>,
  { key, page, page_size: size, ...input }: RowsInput,
): Promise<Listed> {
  const parsed = await readReportQuery(deps, input, REPORT_AT_ONCE_DAYS)
  if (!parsed.ok) return parsed
  const { name, by, span } = parsed.query
  const source = findSource(parsed.query, deps.clock.now())
  const found = await listSourceRows(deps.database.query, source, {
    key,
    limit: size,
    offset: (page - 1) * size,
  })
  // A single row has no median.
  const columns = reportColumns[name].filter(({ median }) => !median)
  const present = (figures: Readonly<Record<string, number>>) =>
    listFigures(columns, figures).map((figure, at) => figureOf(columns[at]?.unit, figure))
  const rows = {
    name,
    by,
    key: key ?? null,
    label: key === undefined ? null : (found.rows[0]?.label ?? source.nameKey?.(key) ?? key),
    from: span.from,
    to: span.to,
    columns: columns.map(({ key: column, label, unit }) => ({ key: column, label, unit })),
    rows: found.rows.map(({ figures, orderId, flightId, at, ...row }) => ({
      ...row,
      at: at.toISOString(),
      order_id: orderId,
      flight_id: flightId,
      figures: present(figures),
    })),
    total: present(found.total),
  }
  return { ok: true, rows, count: found.count }
}
