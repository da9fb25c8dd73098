import { z } from 'zod'
import { Id, Instant, LocalDate } from './primitives.ts'
import { Report, ReportGroup, ReportName, ReportUnit } from './report.ts'

/** A day that can have bookkeeping entries. */
export const ReportDay = LocalDate.refine(
  (day) => day >= '2000-01-01' && day < '2100-01-01',
  'Must be between the years 2000 and 2100',
)

/** The figures of a day at its closing, saved unchanged. */
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

/** That somebody closed a day, and that it was opened again. */
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

/** A figure of a closed day that has changed since. */
export const DayChange = z.object({
  report: ReportName,
  by: ReportGroup,
  row: z.string(),
  column: z.string(),
  unit: ReportUnit,
  /** When the day was closed; null where there was no such row. */
  then: z.number().nullable(),
  now: z.number().nullable(),
})

/**
 * `GET /v1/days/{day}`: a calendar day of the shop's zone, as it was closed or, until then, as it
 * is.
 */
export const Day = z.object({
  day: LocalDate,
  timezone: z.string(),
  /** Whether all accounts together sum to zero. */
  balanced: z.boolean(),
  begun: z.boolean(),
  ended: z.boolean(),
  /** Drawers that were open on that day and are not counted yet. */
  open_drawers: z.array(z.object({ id: Id, whose: z.string(), opened_at: Instant })),
  /** Orders of that day that wait for their payment. */
  waiting_orders: z.number().int(),
  /** Charges and refunds that differ from the provider's lists. */
  provider_differences: z.number().int(),
  /** Days of the two weeks before it on which something was booked and that nobody closed. */
  unclosed: z.array(LocalDate),
  closing: DayClosing.nullable(),
  /** Revoked closings, the last first. */
  taken_back: z.array(DayClosing),
  reports: z.array(Report),
  /** Empty while it is not closed. */
  changes: z.array(DayChange),
})
export const DayReply = z.object({ day: Day })

/** `POST /v1/day_closings`. */
export const DayClosingRequest = z.object({
  day_closing: z.object({
    day: ReportDay,
    /** Needed where a drawer is not counted: why. */
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
