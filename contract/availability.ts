import { z } from 'zod'
import { DayStatus, DepartureStatus } from './enums.ts'
import { Dollars, Id, Instant, LocalDate, LocalMonth, LocalTime } from './primitives.ts'
import { priceFields, SecondDeparture } from './quote.ts'

/**
 * A bookable departure. Prices are per seat or per aircraft; `*_total` includes every fee and tax.
 */
export const AvailableDeparture = z.object({
  product_id: Id,
  departure_id: Id,
  depart_at: Instant,
  /**
   * The fare, which decides the gift cards that can pay (new); null where the product's own price
   * applies.
   */
  fare_id: Id.nullable().optional(),
  local_date: LocalDate,
  local_time: LocalTime,
  /** The IANA time zone of the terminal, and its abbreviation on that day ("EST"). */
  timezone: z.string(),
  timezone_label: z.string(),
  tags: z.array(z.string()),
  status: DepartureStatus,
  /**
   * Why the party cannot book the departure and what it can book instead, where `status` is not
   * enough (new).
   */
  note: z.string().nullable().optional(),
  /**
   * How the party flies together on two aircraft (new): on this departure and on a second one that
   * leaves within half an hour, costs the same and takes the rest. Null where one of them takes
   * everybody, or both do not.
   */
  two_aircraft: z
    .object({
      /** How many fly on this departure. */
      quantity: z.number().int(),
      second: SecondDeparture.extend({ local_time: LocalTime }),
    })
    .nullable()
    .optional(),
  capacity: z.number().int(),
  seats_left: z.number().int(),
  seat_price: Dollars.nullable(),
  seat_price_total: Dollars.nullable(),
  /** The seat price minus the product's own; negative on cheaper departures. */
  surge_price: Dollars,
  flight_price: Dollars.nullable(),
  flight_price_total: Dollars.nullable(),
  /** Whether no seat of the aircraft is sold or held, so that it can be sold as a whole. */
  whole_flight_available: z.boolean(),
})

export const AvailabilityMonth = z.object({
  product_id: Id,
  month: LocalMonth,
  timezone: z.string(),
  /** One entry for each day of the month, in order. */
  days: z.array(
    z.object({
      date: LocalDate,
      status: DayStatus,
      departures: z.number().int(),
      from_price_total: Dollars.nullable(),
      /** The fares of the departures that the party can book (new). */
      fare_ids: z.array(Id.nullable()).optional(),
      /**
       * Whether the day has the lowest price of the month; false on all days when all cost the
       * same.
       */
      best_price: z.boolean(),
    }),
  ),
  /** The previous and the next month with sales; null at the ends of the selling window. */
  previous_month: LocalMonth.nullable(),
  next_month: LocalMonth.nullable(),
  first_available_date: LocalDate.nullable(),
  /** The first and last day on sale, for the `min` and `max` of a date input. */
  from_date: LocalDate,
  until_date: LocalDate,
})

export const AvailabilityDay = z.object({
  product_id: Id,
  date: LocalDate,
  timezone: z.string(),
  timezone_label: z.string(),
  sunset_time: LocalTime.nullable(),
  departures: z.array(AvailableDeparture),
  /** The next day with a departure for the party, when the requested day has none. */
  next_available_date: LocalDate.nullable(),
})

export const AvailabilityMonthReply = z.object({ availability: AvailabilityMonth })
export const AvailabilityDayReply = z.object({ availability: AvailabilityDay })
/**
 * A departure, with the price breakdown for the party (without upgrades) where it was requested.
 */
export const NextDeparture = AvailableDeparture.extend({
  quote: z.object({ lines: priceFields.lines, total: priceFields.total }).optional(),
})
/** The open departures, soonest first. */
export const NextDeparturesReply = z.object({ departures: z.array(NextDeparture) })

export type AvailableDeparture = z.infer<typeof AvailableDeparture>
export type NextDeparture = z.infer<typeof NextDeparture>
export type AvailabilityMonth = z.infer<typeof AvailabilityMonth>
export type AvailabilityDay = z.infer<typeof AvailabilityDay>
