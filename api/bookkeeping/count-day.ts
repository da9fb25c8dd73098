import { sql } from 'drizzle-orm'
import { dayReports } from '#contract/day-closing.ts'
import { type Report } from '#contract/report.ts'
import { type RawQuery, type Tx } from '../db/client.ts'
import { type ApiDeps } from '../deps.ts'
import { countReport, readReportNotes } from './reports/count-report.ts'
import { presentReport } from './reports/present-report.ts'
import { type ReportSpan } from './reports/report-span.ts'

/**
 * Reads every report of a day in one snapshot, so that a parallel sale is in all of them or in
 * none.
 */
export async function countDay(
  { database, clock }: Pick<ApiDeps, 'database' | 'clock'>,
  span: ReportSpan,
): Promise<Report[]> {
  const now = clock.now()
  const names = [...new Set(dayReports.map(({ name }) => name))]
  const read = await Promise.all(names.map((name) => readReportNotes(database.query, name)))
  const notes = new Map(names.map((name, at) => [name, read[at] ?? []]))
  return database.db.transaction(
    (tx) =>
      Promise.all(
        dayReports.map(async (one) => {
          const input = { ...one, span }
          const rows = await countReport(runInTransaction(tx), input, now)
          return presentReport(input, rows, { notes: notes.get(one.name) ?? [], now })
        }),
      ),
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

/** Runs statements with numbered placeholders in a transaction. */
const runInTransaction =
  (tx: Tx): RawQuery =>
  async (text, values = []) => {
    const chunks = text.split(/\$(\d+)/).map((part, at) => {
      const value = values[Number(part) - 1]
      if (at % 2 === 0) return sql.raw(part)
      return value instanceof Date ? sql`${value.toISOString()}::timestamptz` : sql`${sql.param(value)}`
    })
    return (await tx.execute(sql.join(chunks))) as unknown as { rows: Record<string, unknown>[] }
  }

/** True when all accounts together sum to 0, before and after the day. */
export function isBalanced(reports: readonly Report[]): boolean {
  const books = reports.find(({ name }) => name === 'books')
  if (!books) return false
  const balances = ['opening', 'closing']
  // Totals were summed in cents, so 0 is exact.
  return books.columns.every(({ key }, at) => !balances.includes(key) || books.total[at] === 0)
}
