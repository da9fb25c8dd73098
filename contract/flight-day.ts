import { z } from 'zod'
import { FlightStatus } from './enums.ts'
import { ReturnedTo } from './refund.ts'
import { DepartureCancellationReason } from './call-off.ts'
import { Dollars, Id, Instant, LocalDate, LocalTime } from './primitives.ts'
import { StaffOnHold } from './weather-hold.ts'

/** One aircraft of a departure, as operations and the pilot see it. */
export const DayFlight = z.object({
  id: Id,
  flight_code: z.string(),
  registration: z.string(),
  /** The status that staff set; it does not change by time. */
  status: FlightStatus,
  /** The statuses that may follow the current one. */
  next_statuses: z.array(FlightStatus),
  /** When it is expected to leave, and how much later than its departure that is. */
  depart_at: Instant,
  delay_mins: z.number().int(),
  pilot_id: Id.nullable(),
  pilot_name: z.string().nullable(),
  capacity: z.number().int(),
  seats_sold: z.number().int(),
  /** Seats held for a buyer who is paying, or offered to the waitlist. */
  seats_held: z.number().int(),
  checked_in: z.number().int(),
  /** Declared and assumed weights of the sold seats together, and what the aircraft may carry. */
  weight_lbs: z.number().int(),
  max_weight_lbs: z.number().int(),
  /** The manifest changed after it was printed or, without a paper, after the pilot accepted it. */
  manifest_changed: z.boolean(),
})

export const DayDeparture = z.object({
  departure_id: Id,
  product_id: Id,
  product_name: z.string(),
  /** The brands that sell the departure. */
  brand_ids: z.array(Id),
  depart_at: Instant,
  local_time: LocalTime,
  timezone: z.string(),
  terminal_name: z.string(),
  /** The free seats on all aircraft of the departure, including unused aircraft. */
  seats_left: z.number().int(),
  called_off: z.boolean(),
  /** Staff do not know yet whether the weather lets it fly; null for a departure that is not on hold. */
  on_hold: StaffOnHold.nullable(),
  /** The aircraft in use; empty until the first seat is held or sold. */
  flights: z.array(DayFlight),
})

/** `GET /v1/flight_days/{date}`: the departures of a date in each terminal's time zone. */
export const FlightDay = z.object({
  date: LocalDate,
  departures: z.array(DayDeparture),
  /** The pilots who can be assigned to a flight; empty when a pilot asks. */
  pilots: z.array(z.object({ id: Id, name: z.string() })),
})
export const FlightDayReply = z.object({ flight_day: FlightDay })

export const Boarding = z.enum(['checked_in', 'no_show'])

/**
 * `PATCH /v1/flights/{id}/passengers/{passenger}`: omitted fields stay unchanged. `…_was` is the
 * value that the caller saw; if somebody else has changed it, the reply is 409.
 */
export const BoardingRequest = z.object({
  passenger: z
    .object({
      boarding: Boarding.nullable().optional(),
      boarding_was: Boarding.nullable().optional(),
      /** A note for the flight team, which the passenger does not see. */
      boarding_note: z.string().trim().max(300, 'Write at most 300 characters').nullable().optional(),
      boarding_note_was: z.string().trim().max(300).nullable().optional(),
    })
    .strict(),
})

/**
 * `POST /v1/call_off_previews`, with the body of `POST /v1/call_offs`: previews a cancellation of a
 * departure and writes nothing.
 */
export const DepartureCancellationPreview = z.object({
  reason: DepartureCancellationReason,
  /** The paid orders, with the choices of each. */
  orders: z.array(
    z.object({
      order_id: Id,
      number: z.string(),
      /** Null only for a walk-in. */
      email: z.string().nullable(),
      phone: z.string().nullable(),
      people: z.number().int(),
      /** Departures with enough seats now, which are held once the departure is cancelled. */
      alternatives: z.array(z.object({ depart_at: Instant, timezone: z.string() })),
      voucher_amount: Dollars.nullable(),
      refund: z.object({ amount: Dollars, to: z.array(ReturnedTo) }).nullable(),
    }),
  ),
  /** The number of unpaid orders, which lose their seats. */
  unpaid: z.number().int(),
})
export const DepartureCancellationPreviewReply = z.object({ call_off_preview: DepartureCancellationPreview })

export type FlightDay = z.infer<typeof FlightDay>
export type DayDeparture = z.infer<typeof DayDeparture>
export type DayFlight = z.infer<typeof DayFlight>
export type Boarding = z.infer<typeof Boarding>
export type DepartureCancellationPreview = z.infer<typeof DepartureCancellationPreview>
