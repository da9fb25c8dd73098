import { z } from 'zod'
import { Dollars, Id, Instant, LocalDate, QueryId } from './primitives.ts'

/** The reports; each is grouped by one of its `reportGroups`. */
export const reportNames = [
  'sales',
  'money',
  'payouts',
  'discounts',
  'given',
  'owed',
  'flights',
  'passengers',
  'books',
] as const
export const ReportName = z.enum(reportNames)
export type ReportName = z.infer<typeof ReportName>

/** The groupings of each report; the first is the default. */
export const reportGroups = {
  sales: ['day', 'product', 'brand', 'channel', 'first_campaign', 'last_campaign'],
  money: ['day', 'what', 'place'],
  payouts: ['payout', 'day'],
  discounts: ['code', 'day'],
  given: ['person', 'day'],
  owed: ['account'],
  flights: ['day', 'product'],
  passengers: ['passenger_type', 'product'],
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
  'person',
  'passenger_type',
  'account',
])
export type ReportGroup = z.infer<typeof ReportGroup>

/**
 * The longest span in days, both ends included, that `GET` calculates at once; a longer one needs a
 * run (`POST /v1/report_runs`).
 */
export const REPORT_AT_ONCE_DAYS = 92
export const REPORT_MOST_DAYS = 3660

/** The first and the last day of the report, in the shop's time zone, both included. */
const Span = { from: LocalDate, to: LocalDate }

/** `GET /v1/reports/{name}`. */
export const ReportQuery = z.object({ by: ReportGroup.optional(), ...Span })
/** `POST /v1/report_runs`, wrapped in `report_run`. */
export const ReportRunRequest = z.object({
  report_run: z.object({ name: ReportName, by: ReportGroup.optional(), ...Span }),
})

/** The unit of a column: `money` is in dollars. */
export const ReportUnit = z.enum(['money', 'count', 'percent'])

/**
 * A report table. Its source is the ledger, for `flights` the seats, for `payouts` the provider's
 * payouts, and for `given` what staff gave.
 */
export const Report = z.object({
  name: ReportName,
  by: ReportGroup,
  ...Span,
  /** The time zone of the report's days. */
  timezone: z.string(),
  columns: z.array(z.object({ key: z.string(), label: z.string(), unit: ReportUnit })),
  /**
   * The rows; `figures` has one entry for each column in order, null where a column has no value.
   */
  rows: z.array(z.object({ key: z.string(), label: z.string(), figures: z.array(z.number().nullable()) })),
  total: z.array(z.number().nullable()),
  /** Notes that explain the figures. */
  notes: z.array(z.string()),
  made_at: Instant,
})
export const ReportReply = z.object({ report: Report })

/** A report over a long span, calculated by a background job. */
export const ReportRun = z.object({
  id: Id,
  name: ReportName,
  by: ReportGroup,
  ...Span,
  state: z.enum(['queued', 'running', 'done', 'failed']),
  /** The days calculated so far, and all days of the span. */
  done_days: z.number().int(),
  all_days: z.number().int(),
  created_at: Instant,
  finished_at: Instant.nullable(),
  /** The report; null until the run is done. */
  report: Report.nullable(),
})
export const ReportRunReply = z.object({ report_run: ReportRun })
/** The caller's recent runs, newest first. */
export const ReportRunsReply = z.object({ report_runs: z.array(ReportRun) })

/** `GET /v1/report_overviews`, over at most 92 days; without a brand over all of them. */
export const ReportOverviewQuery = z.object({ ...Span, brand_id: QueryId.optional() })

const OverviewFigures = z.object({
  /** The net sales by the day on which the ledger recorded them, as in the report `sales`. */
  net: Dollars,
  /** What was given back of sales or taken back by banks, positive. */
  refunds: Dollars,
  /** Seats of flights that have left, by the day at their terminal. */
  seats_flown: z.number().int(),
  /** The percentage of seats that were sold in the aircraft that left with passengers. */
  load: z.number().nullable(),
  /** The mean price of the seats flown, before discounts; aircraft bought whole are not included. */
  average_seat: Dollars.nullable(),
})
const OverviewRow = z.object({ key: z.string(), label: z.string(), net: Dollars, net_before: Dollars })

/** A span beside the span before it, which is earlier by whole weeks and has the same weekdays. */
export const ReportOverview = z.object({
  ...Span,
  before: z.object(Span),
  /** The time zone of the days on which money moved. */
  timezone: z.string(),
  brand_id: Id.nullable(),
  figures: OverviewFigures,
  figures_before: OverviewFigures,
  /** Unused gift cards at the end and at the start of the span; null for a single brand. */
  gifts_owed: z.object({ closing: Dollars, opening: Dollars }).nullable(),
  days: z.array(z.object({ date: LocalDate, net: Dollars, date_before: LocalDate, net_before: Dollars })),
  /** Each weekday (1 is Monday) and hour at the terminal at which aircraft left with passengers. */
  hours: z.array(
    z.object({
      weekday: z.number().int().min(1).max(7),
      hour: z.number().int().min(0).max(23),
      flights: z.number().int(),
      seats: z.number().int(),
      seats_sold: z.number().int(),
    }),
  ),
  /** Net sales by sales channel and by first campaign, largest first. */
  channels: z.array(OverviewRow),
  campaigns: z.array(OverviewRow),
  made_at: Instant,
})
export const ReportOverviewReply = z.object({ report_overview: ReportOverview })

export type Report = z.infer<typeof Report>
export type ReportOverview = z.infer<typeof ReportOverview>
export type ReportRun = z.infer<typeof ReportRun>
