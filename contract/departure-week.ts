import { z } from 'zod'
import { RowId } from './resources/field.ts'
import { Dollars, LocalDate, LocalTime } from './primitives.ts'

/** The longest span that is painted at once, in days. */
export const LONGEST_SPAN_DAYS = 366
/** How far ahead a span may begin, in days. */
export const LONGEST_AHEAD_DAYS = 731
const MAX_TIMES = 24

/** `POST /v1/departure_weeks`: the same times on some weekdays of a span of days, both ends included. */
export const DepartureWeekFields = z.object({
  product_id: RowId,
  /** 0 is Sunday. */
  days: z.array(z.number().int().min(0).max(6)).min(1, 'Choose a weekday').max(7),
  /** On the terminal's clock. */
  times: z.array(LocalTime).max(MAX_TIMES, `At most ${String(MAX_TIMES)} times a day`),
  /** Also one at that day's sunset. */
  at_sunset: z.boolean().default(false),
  from: LocalDate,
  until: LocalDate,
  fare_id: RowId.nullable().default(null),
  /** Every departure's own price; the fare's or the product's without one. */
  seat_price: Dollars.nullable().default(null),
  /** Leaves out what would have no aircraft of its own. */
  without_conflicts: z.boolean().default(false),
  /** Only says what would be made. */
  preview: z.boolean().default(false),
})
export const DepartureWeekRequest = z.object({ departure_week: DepartureWeekFields })

export const PlannedDeparture = z.object({
  day_of_week: z.number().int(),
  /** Null at sunset. */
  time: z.string().nullable(),
  first_date: LocalDate,
  dates: z.number().int(),
  /** `there`: this product leaves then already. `conflict`: other departures need the same aircraft; `with` names them. */
  state: z.enum(['new', 'there', 'conflict', 'left_out']),
  with: z.array(z.string()),
  id: RowId.nullable(),
})

export const DepartureWeekReply = z.object({
  departure_week: z.object({
    product_id: RowId,
    made: z.number().int(),
    /** Days on which a rule that is made does not fly: before the span, and where the product leaves then already. */
    closed_dates: z.number().int(),
    aircraft: z.number().int(),
    departures: z.array(PlannedDeparture),
  }),
})

export type DepartureWeekFields = z.infer<typeof DepartureWeekFields>
export type PlannedDeparture = z.infer<typeof PlannedDeparture>
export type DepartureWeek = z.infer<typeof DepartureWeekReply>['departure_week']
