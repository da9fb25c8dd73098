import { z } from 'zod'
import { Id, Instant, LocalDate } from './primitives.ts'
import { Report, ReportGroup, ReportName, ReportUnit } from './report.ts'

/** A date that can have ledger entries. */
export const ReportDay = LocalDate.refine(
  (day) => day >= '2000-01-01' && day < '2100-01-01',
  'Must be between the years 2000 and 2100',
)

/** The reports that are saved unchanged when a day is closed. */
export const dayReports = [
  { name: 'sales', by: 'channel' },
  { name: 'sales', by: 'product' },
  { name: 'money', by: 'place' },
  { name: 'money', by: 'what' },
  { name: 'discounts', by: 'code' },
  { name: 'flights', by: 'product' },
  { name: 'owed', by: 'account' },
  { name: 'books', by: 'account' },
] as const satisfies readonly { name: ReportName; by: ReportGroup }[]

/** The closing of a day, and its reopening if there was one. */
export const DayClosing = z.object({
  id: Id,
  day: LocalDate,
  closed_by: z.string(),
  closed_at: Instant,
  note: z.string(),
  reopened_by: z.string().nullable(),
  reopened_at: Instant.nullable(),
  reopen_reason: z.string().nullable(),
})

/** A figure of a closed day that has changed since the closing. */
export const DayChange = z.object({
  report: ReportName,
  by: ReportGroup,
  row: z.string(),
  column: z.string(),
  unit: ReportUnit,
  /** The figure at the closing; null where the row did not exist. */
  then: z.number().nullable(),
  now: z.number().nullable(),
})

/**
 * `GET /v1/days/{day}`: a calendar day of the shop's time zone with its figures at the closing, or
 * its current figures before it.
 */
export const Day = z.object({
  day: LocalDate,
  timezone: z.string(),
  /** Whether the sum over all ledger accounts is zero. */
  balanced: z.boolean(),
  begun: z.boolean(),
  ended: z.boolean(),
  /** Cash drawers that were open on that day and have not been counted. */
  open_drawers: z.array(z.object({ id: Id, whose: z.string(), opened_at: Instant })),
  /** The number of orders of that day awaiting payment. */
  waiting_orders: z.number().int(),
  /** The number of charges and refunds that differ from the payment provider's. */
  provider_differences: z.number().int(),
  /** Days with ledger entries in the two weeks before that have not been closed. */
  unclosed: z.array(LocalDate),
  closing: DayClosing.nullable(),
  /** Earlier closings that were reopened, newest first. */
  taken_back: z.array(DayClosing),
  reports: z.array(Report),
  /** The figures that changed since the closing; empty for an open day. */
  changes: z.array(DayChange),
})
export const DayReply = z.object({ day: Day })

/** `POST /v1/day_closings`. */
export const DayClosingRequest = z.object({
  day_closing: z.object({
    day: ReportDay,
    /** A note; required to explain a drawer that is not counted. */
    note: z.string().trim().max(500).default(''),
  }),
})
/** `POST /v1/day_closings/{id}/reopen`. */
export const DayReopenRequest = z.object({
  day_closing: z.object({ reason: z.string().trim().min(3, 'Say why, in a few words').max(500) }),
})
export const DayClosingReply = z.object({ day_closing: DayClosing })

export type Day = z.infer<typeof Day>
export type DayChange = z.infer<typeof DayChange>
export type DayClosing = z.infer<typeof DayClosing>
