import { z } from 'zod'
import { RowId } from './resources/field.ts'
import { ProductAvailability, PublishStatus } from './enums.ts'
import { Dollars, Instant, LocalDate, LocalTime } from './primitives.ts'

/** The longest span of a departure week, in days. */
export const LONGEST_SPAN_DAYS = 366
/** The latest start of a span, in days from today. */
export const LONGEST_AHEAD_DAYS = 731
const MAX_TIMES = 24
const MAX_LEFT_OUT = 60

/**
 * `POST /v1/departure_weeks`: creates departures at the same times on some weekdays of a span, both
 * end dates included.
 */
export const DepartureWeekFields = z.object({
  product_id: RowId,
  /** The weekdays; 0 is Sunday. */
  days: z.array(z.number().int().min(0).max(6)).min(1, 'Choose a weekday').max(7),
  /** The departure times in the terminal's time zone. */
  times: z.array(LocalTime).max(MAX_TIMES, `At most ${String(MAX_TIMES)} times a day`),
  /** Whether a departure also leaves at sunset. */
  at_sunset: z.boolean().default(false),
  from: LocalDate,
  until: LocalDate,
  fare_id: RowId.nullable().default(null),
  /** The seat price of these departures; by default that of the fare or the product. */
  seat_price: Dollars.nullable().default(null),
  /** The price of a whole aircraft; by default that of the fare or the product. */
  flight_price: Dollars.nullable().default(null),
  /** The start of sales; null for at once. Sales end with the last day. */
  publish_at: Instant.nullable().default(null),
  /** Whether shoppers see the departures; a `draft` is hidden. */
  publish_status: z.enum(['draft', 'published']).default('published'),
  /** Excluded days of the span, on which none of these departures leaves. */
  left_out_dates: z
    .array(LocalDate)
    .max(MAX_LEFT_OUT, `At most ${String(MAX_LEFT_OUT)} days`)
    .default([]),
  /** Skips days without a free aircraft, and creates no rule that has a free aircraft on no day. */
  without_conflicts: z.boolean().default(false),
  /** Returns what would be created, and writes nothing. */
  preview: z.boolean().default(false),
})
export const DepartureWeekRequest = z.object({ departure_week: DepartureWeekFields })

export const PlannedDeparture = z.object({
  day_of_week: z.number().int(),
  /** The departure time; null for a departure at sunset. */
  time: z.string().nullable(),
  first_date: LocalDate,
  last_date: LocalDate,
  dates: z.number().int(),
  /**
   * `there`: the product has this departure already. `conflict`: the departures named in `with`
   * need the same aircraft. `left_out`: skipped because of conflicts on all of its days.
   */
  state: z.enum(['new', 'there', 'conflict', 'left_out']),
  with: z.array(z.string()),
  /**
   * The days on which other departures need the aircraft; with `without_conflicts`, a `new` rule
   * does not fly on them.
   */
  conflict_dates: z.array(LocalDate),
  /** A conflicting departure has a booking, so its aircraft is already assigned. */
  departureAlreadyInUse: z.boolean(),
  id: RowId.nullable(),
})

export const DepartureWeekReply = z.object({
  departure_week: z.object({
    product_id: RowId,
    /** The visibility of the product, without which shoppers see no departure. */
    product: z.object({ publish_status: PublishStatus, availability: ProductAvailability }),
    publish_status: PublishStatus,
    publish_at: Instant.nullable(),
    /** The number of weekly rules that were created; each has one or more departures. */
    made: z.number().int(),
    /** The number of departures of these rules, with the first and the last date. */
    flights: z.number().int(),
    first_date: LocalDate.nullable(),
    last_date: LocalDate.nullable(),
    /**
     * The requested weekdays of the span on which the product does not fly: those excluded now, and
     * those closed before.
     */
    days_off: z.array(z.object({ date: LocalDate, reason: z.string() })),
    /**
     * The number of closed dates of the new rules: days before the span, days on which the product
     * has the departure already, and excluded days.
     */
    closed_dates: z.number().int(),
    aircraft: z.number().int(),
    /**
     * The registrations of these aircraft; the first order of a departure decides which one flies.
     */
    registrations: z.array(z.string()),
    departures: z.array(PlannedDeparture),
  }),
})

export type DepartureWeekFields = z.infer<typeof DepartureWeekFields>
export type PlannedDeparture = z.infer<typeof PlannedDeparture>
export type DepartureWeek = z.infer<typeof DepartureWeekReply>['departure_week']
