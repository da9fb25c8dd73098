import { z } from 'zod'
import { FlightStatus } from './enums.ts'
import { ReturnedTo } from './refund.ts'
import { DepartureCancellationReason } from './call-off.ts'
import { Dollars, Id, Instant, LocalDate, LocalTime } from './primitives.ts'

/** One aircraft on a departure, as operations and its pilot see it. */
export const DayFlight = z.object({
  id: Id,
  flight_code: z.string(),
  registration: z.string(),
  /** The status that was set; time alone does not change it. */
  status: FlightStatus,
  /** The statuses that may follow. */
  next_statuses: z.array(FlightStatus),
  pilot_id: Id.nullable(),
  pilot_name: z.string().nullable(),
  capacity: z.number().int(),
  seats_sold: z.number().int(),
  /** Seats held for a buyer who is paying, or offered to the waitlist. */
  seats_held: z.number().int(),
  checked_in: z.number().int(),
})

export const DayDeparture = z.object({
  departure_id: Id,
  product_id: Id,
  product_name: z.string(),
  /** The brands that sell it. */
  brand_ids: z.array(Id),
  depart_at: Instant,
  local_time: LocalTime,
  timezone: z.string(),
  terminal_name: z.string(),
  /** The seats of all its aircraft, including unused ones. */
  seats_left: z.number().int(),
  called_off: z.boolean(),
  /** Empty until a seat is needed. */
  flights: z.array(DayFlight),
})

/** `GET /v1/flight_days/{date}`: what leaves on a day, at each terminal's own calendar. */
export const FlightDay = z.object({
  date: LocalDate,
  departures: z.array(DayDeparture),
  /** Who may be made a flight's pilot; empty for pilots. */
  pilots: z.array(z.object({ id: Id, name: z.string() })),
})
export const FlightDayReply = z.object({ flight_day: FlightDay })

export const Boarding = z.enum(['checked_in', 'no_show'])

/**
 * `PATCH /v1/flights/{id}/passengers/{passenger}`: what is left out stays. `…_was` is what the
 * caller saw: what somebody else changed since answers 409.
 */
export const BoardingRequest = z.object({
  passenger: z
    .object({
      boarding: Boarding.nullable().optional(),
      boarding_was: Boarding.nullable().optional(),
      /** For the flight team; the passenger does not read it. */
      boarding_note: z.string().trim().max(300, 'Write at most 300 characters').nullable().optional(),
      boarding_note_was: z.string().trim().max(300).nullable().optional(),
    })
    .strict(),
})

/** `POST /v1/call_off_previews`, with the body of `POST /v1/call_offs`: nothing is written. */
export const DepartureCancellationPreview = z.object({
  reason: DepartureCancellationReason,
  /** Orders that are paid, with what each may choose. */
  orders: z.array(
    z.object({
      order_id: Id,
      number: z.string(),
      email: z.string(),
      phone: z.string().nullable(),
      people: z.number().int(),
      /** Departures with room for them now; they are kept when it is called off. */
      alternatives: z.array(z.object({ depart_at: Instant, timezone: z.string() })),
      voucher_amount: Dollars.nullable(),
      refund: z.object({ amount: Dollars, to: z.array(ReturnedTo) }).nullable(),
    }),
  ),
  /** Orders with unpaid seats, which they lose. */
  unpaid: z.number().int(),
})
export const DepartureCancellationPreviewReply = z.object({ call_off_preview: DepartureCancellationPreview })

export type FlightDay = z.infer<typeof FlightDay>
export type DayDeparture = z.infer<typeof DayDeparture>
export type DayFlight = z.infer<typeof DayFlight>
export type Boarding = z.infer<typeof Boarding>
export type DepartureCancellationPreview = z.infer<typeof DepartureCancellationPreview>
