import { z } from 'zod'
import { Id, Instant, LocalDate } from './primitives.ts'

/** What can be reported; each by one of `reportGroups`. */
export const reportNames = ['sales', 'money', 'payouts', 'discounts', 'owed', 'flights', 'books'] as const
export const ReportName = z.enum(reportNames)
export type ReportName = z.infer<typeof ReportName>

/** What a report's rows may stand for; the first is what nobody asked otherwise. */
export const reportGroups = {
  sales: ['day', 'product', 'brand', 'channel', 'first_campaign', 'last_campaign'],
  money: ['day', 'what', 'place'],
  payouts: ['payout', 'day'],
  discounts: ['code', 'day'],
  owed: ['account'],
  flights: ['day', 'product'],
  books: ['account'],
} as const satisfies Record<ReportName, readonly [string, ...string[]]>
export const ReportGroup = z.enum([
  'day',
  'product',
  'brand',
  'channel',
  'first_campaign',
  'last_campaign',
  'what',
  'place',
  'payout',
  'code',
  'account',
])
export type ReportGroup = z.infer<typeof ReportGroup>

/**
 * A span longer than this is worked out by a run (`POST /v1/report_runs`); days, both ends
 * included.
 */
export const REPORT_AT_ONCE_DAYS = 92
export const REPORT_MOST_DAYS = 3660

/** Both ends are calendar days of the shop's zone and belong to the report. */
const Span = { from: LocalDate, to: LocalDate }

/** `GET /v1/reports/{name}`. */
export const ReportQuery = z.object({ by: ReportGroup.optional(), ...Span })
/** `POST /v1/report_runs`, wrapped in `report_run`. */
export const ReportRunRequest = z.object({
  report_run: z.object({ name: ReportName, by: ReportGroup.optional(), ...Span }),
})

/** `money` is in dollars, `percent` in percent. */
export const ReportUnit = z.enum(['money', 'count', 'percent'])

/**
 * A table that was added up from the ledger, for `flights` from the seats, for `payouts` from what
 * the provider paid out.
 */
export const Report = z.object({
  name: ReportName,
  by: ReportGroup,
  ...Span,
  /** In which days begin and end. */
  timezone: z.string(),
  columns: z.array(z.object({ key: z.string(), label: z.string(), unit: ReportUnit })),
  /** `figures` has one for each column, in their order; null where there is none. */
  rows: z.array(z.object({ key: z.string(), label: z.string(), figures: z.array(z.number().nullable()) })),
  total: z.array(z.number().nullable()),
  /** What else must be known to read it. */
  notes: z.array(z.string()),
  made_at: Instant,
})
export const ReportReply = z.object({ report: Report })

/** A report that takes its time. */
export const ReportRun = z.object({
  id: Id,
  name: ReportName,
  by: ReportGroup,
  ...Span,
  state: z.enum(['queued', 'running', 'done', 'failed']),
  /** Days added up so far, and in all. */
  done_days: z.number().int(),
  all_days: z.number().int(),
  created_at: Instant,
  finished_at: Instant.nullable(),
  /** Null until it is done. */
  report: Report.nullable(),
})
export const ReportRunReply = z.object({ report_run: ReportRun })
/** The caller's last ones, newest first. */
export const ReportRunsReply = z.object({ report_runs: z.array(ReportRun) })

export type Report = z.infer<typeof Report>
export type ReportRun = z.infer<typeof ReportRun>
