import { z } from 'zod'
import { RowId } from './resources/field.ts'
import { ProductAvailability, PublishStatus } from './enums.ts'
import { Dollars, Instant, LocalDate, LocalTime } from './primitives.ts'

/** The longest previewed span, in days. */
export const LONGEST_SPAN_DAYS = 366
/** How far ahead a span may begin, in days. */
export const LONGEST_AHEAD_DAYS = 731
const MAX_TIMES = 24
const MAX_LEFT_OUT = 60

/**
 * `POST /v1/departure_weeks`: the same times on some weekdays of a span of days, both ends
 * included.
 */
export const DepartureWeekFields = z.object({
  product_id: RowId,
  /** 0 is Sunday. */
  days: z.array(z.number().int().min(0).max(6)).min(1, 'Choose a weekday').max(7),
  /** On the terminal's clock. */
  times: z.array(LocalTime).max(MAX_TIMES, `At most ${String(MAX_TIMES)} times a day`),
  /** Whether there is also one at that day's sunset. */
  at_sunset: z.boolean().default(false),
  from: LocalDate,
  until: LocalDate,
  fare_id: RowId.nullable().default(null),
  /** Every departure's own price; the fare's or the product's without one. */
  seat_price: Dollars.nullable().default(null),
  /** The same of a whole aircraft. */
  flight_price: Dollars.nullable().default(null),
  /** From when on it is sold, at once without one. The sale ends with the last day. */
  publish_at: Instant.nullable().default(null),
  /** A draft is not visible to shoppers. */
  publish_status: z.enum(['draft', 'published']).default('published'),
  /** Days of the span on which none of it flies. */
  left_out_dates: z
    .array(LocalDate)
    .max(MAX_LEFT_OUT, `At most ${String(MAX_LEFT_OUT)} days`)
    .default([]),
  /**
   * Leaves out the days that would have no aircraft of their own, and a rule that has none on any
   * day.
   */
  without_conflicts: z.boolean().default(false),
  /** Only returns what would be created. */
  preview: z.boolean().default(false),
})
export const DepartureWeekRequest = z.object({ departure_week: DepartureWeekFields })

export const PlannedDeparture = z.object({
  day_of_week: z.number().int(),
  /** Null at sunset. */
  time: z.string().nullable(),
  first_date: LocalDate,
  last_date: LocalDate,
  dates: z.number().int(),
  /**
   * `there`: this product leaves then already. `conflict`: other departures need the same aircraft;
   * `with` names them. `left_out`: on all of its days, and conflicts are not wanted.
   */
  state: z.enum(['new', 'there', 'conflict', 'left_out']),
  with: z.array(z.string()),
  /**
   * On these days others need the aircraft; where conflicts are not wanted, a `new` one does not
   * fly on them.
   */
  conflict_dates: z.array(LocalDate),
  /** A passenger is booked on a conflicting departure, so an aircraft is taken already. */
  departureAlreadyInUse: z.boolean(),
  id: RowId.nullable(),
})

export const DepartureWeekReply = z.object({
  departure_week: z.object({
    product_id: RowId,
    /** Whether shoppers see the product itself. */
    product: z.object({ publish_status: PublishStatus, availability: ProductAvailability }),
    publish_status: PublishStatus,
    publish_at: Instant.nullable(),
    /** Weekly rules, of which each leaves on one or more days. */
    made: z.number().int(),
    /** All departures of these rules, and their first and last day. */
    flights: z.number().int(),
    first_date: LocalDate.nullable(),
    last_date: LocalDate.nullable(),
    /**
     * Days of the span, on a weekday asked for, on which the product does not fly: those left out
     * now, and those that were closed before.
     */
    days_off: z.array(z.object({ date: LocalDate, reason: z.string() })),
    /**
     * Days on which a rule that is made does not fly: before the span, where the product leaves
     * then already, and where it was left out.
     */
    closed_dates: z.number().int(),
    aircraft: z.number().int(),
    /** Their registrations: which of them flies is decided with the first order of a departure. */
    registrations: z.array(z.string()),
    departures: z.array(PlannedDeparture),
  }),
})

export type DepartureWeekFields = z.infer<typeof DepartureWeekFields>
export type PlannedDeparture = z.infer<typeof PlannedDeparture>
export type DepartureWeek = z.infer<typeof DepartureWeekReply>['departure_week']
