import { z } from 'zod'
import { Dollars, Id, Instant, ListMeta, LocalDate, QueryId } from './primitives.ts'

/** The reports; each is grouped by one of its `reportGroups`. */
export const reportNames = [
  'sales',
  'money',
  'payouts',
  'discounts',
  'given',
  'refunds',
  'owed',
  'flights',
  'departures',
  'yield',
  'lead',
  'passengers',
  'books',
] as const
export const ReportName = z.enum(reportNames)
export type ReportName = z.infer<typeof ReportName>

/** The groupings of each report; the first is the default. */
export const reportGroups = {
  sales: ['day', 'product', 'brand', 'channel', 'first_campaign', 'last_campaign', 'agent'],
  money: ['day', 'what', 'place'],
  payouts: ['payout', 'day'],
  discounts: ['code', 'day'],
  given: ['person', 'day'],
  refunds: ['person', 'product', 'day'],
  owed: ['account'],
  flights: ['day', 'product'],
  departures: ['product', 'day', 'hour'],
  yield: ['product', 'aircraft', 'pilot', 'hour', 'day'],
  lead: ['lead', 'product', 'channel'],
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
  'agent',
  'what',
  'place',
  'payout',
  'code',
  'person',
  'passenger_type',
  'aircraft',
  'pilot',
  'hour',
  'lead',
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

/** The unit of a column: `money` is in dollars, `hours` and `days` have decimals. */
export const ReportUnit = z.enum(['money', 'count', 'percent', 'hours', 'days'])
const Columns = z.array(z.object({ key: z.string(), label: z.string(), unit: ReportUnit }))

/**
 * A report table. Its source is the ledger, for `flights` and `departures` the seats, for `payouts`
 * the provider's payouts, for `lead` the orders, and for `given` and `refunds` what was given.
 */
export const Report = z.object({
  name: ReportName,
  by: ReportGroup,
  ...Span,
  /** The time zone of the report's days. */
  timezone: z.string(),
  columns: Columns,
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

/** `GET /v1/report_rows`; without a key the rows of the whole report. */
export const ReportRowsQuery = z.object({
  name: ReportName,
  by: ReportGroup.optional(),
  key: z.string().max(200).optional(),
  ...Span,
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  page_size: z.coerce.number().int().min(1).max(1000).default(50),
})
/**
 * What a figure of a report was summed from. Its figures have the columns of the report. Of a balance the
 * first row is what the account had before the span.
 */
export const ReportRows = z.object({
  name: ReportName,
  by: ReportGroup,
  /** The row of the report, as it is called there; null for the whole report. */
  key: z.string().nullable(),
  label: z.string().nullable(),
  ...Span,
  columns: Columns,
  rows: z.array(
    z.object({
      id: z.string(),
      /** The row of the report that it belongs to. */
      label: z.string(),
      at: Instant,
      /** The time zone in which `at` is shown. */
      timezone: z.string(),
      /** What it is: a movement of the ledger, a flight, a reason. */
      text: z.string(),
      order_id: Id.nullable(),
      flight_id: Id.nullable(),
      figures: z.array(z.number().nullable()),
    }),
  ),
  /** The sums of all rows, which are the figures of the report. */
  total: z.array(z.number().nullable()),
})
export const ReportRowsReply = z.object({ report_rows: ReportRows, meta: ListMeta })

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

/** What a span is compared with: the weeks before it, or the same weeks of the year before. */
export const ReportAgainst = z.enum(['weeks', 'year'])
export type ReportAgainst = z.infer<typeof ReportAgainst>
/** `GET /v1/report_overviews`, over at most 92 days; without a brand over all of them. */
export const ReportOverviewQuery = z.object({
  ...Span,
  brand_id: QueryId.optional(),
  against: ReportAgainst.default('weeks'),
})

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
export type ReportRows = z.infer<typeof ReportRows>
export type ReportOverview = z.infer<typeof ReportOverview>
export type ReportRun = z.infer<typeof ReportRun>
