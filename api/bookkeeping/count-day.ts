import { sql } from 'drizzle-orm'
import { dayReports } from '#contract/day-closing.ts'
import { type Report } from '#contract/report.ts'
import { type RawQuery, type Tx } from '../db/client.ts'
import { type ApiDeps } from '../deps.ts'
import { countReport, readReportNotes } from './reports/count-report.ts'
import { presentReport } from './reports/present-report.ts'
import { type ReportSpan } from './reports/report-span.ts'

/**
 * Every report of a day, all of one snapshot: what is sold meanwhile is in all of them or in none.
 */
export async function countDay(
  { database, clock }: Pick<ApiDeps, 'database' | 'clock'>,
  span: ReportSpan,
): Promise<Report[]> {
  const now = clock.now()
  const notes = new Map<string, string[]>()
  for (const { name } of dayReports)
    if (!notes.has(name)) notes.set(name, await readReportNotes(database.query, name))
  return database.db.transaction(
    async (tx) => {
      const reports: Report[] = []
      for (const one of dayReports) {
        const input = { ...one, span }
        const rows = await countReport(queryIn(tx), input, now)
        reports.push(presentReport(input, rows, { notes: notes.get(one.name) ?? [], now }))
      }
      return reports
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

/** Statements with numbered places, run inside a transaction. */
const queryIn =
  (tx: Tx): RawQuery =>
  async (text, values = []) => {
    const chunks = text.split(/\$(\d+)/).map((part, at) => {
      const value = values[Number(part) - 1]
      if (at % 2 === 0) return sql.raw(part)
      return value instanceof Date ? sql`${value.toISOString()}::timestamptz` : sql`${sql.param(value)}`
    })
    return (await tx.execute(sql.join(chunks))) as unknown as { rows: Record<string, unknown>[] }
  }

/** Whether all accounts together come to nothing, before and after. */
export function isBalanced(reports: readonly Report[]): boolean {
  const books = reports.find(({ name }) => name === 'books')
  if (!books) return false
  const balances = ['opening', 'closing']
  // Totals were added up in cents: nothing is exactly nothing.
  return books.columns.every(({ key }, at) => !balances.includes(key) || books.total[at] === 0)
}
