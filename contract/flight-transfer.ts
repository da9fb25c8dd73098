import { z } from 'zod'
import { FlightStatus } from './enums.ts'
import { UnfitReason } from './flight-board.ts'
import { Id, Instant, LocalDate } from './primitives.ts'

/** Guests of a flight who fly together; without named passengers everybody of the order on that flight. */
export const TransferredParty = z.object({
  order_id: Id,
  passenger_ids: z.array(Id).max(60).default([]),
})

const MOST_PARTIES = 60

/** `?guests=1042,1043.7`: order 1042, and of order 1043 passenger 7; without it everybody. */
export const FlightTransferQuery = z.object({
  guests: z
    .string()
    .max(2000)
    .regex(/^\d{1,9}(?:\.\d{1,9})?(?:,\d{1,9}(?:\.\d{1,9})?)*$/, 'Must be ids of orders and passengers')
    .optional(),
})

/** Who hears of another time, and how. */
const Told = z.object({
  parties: z.number().int(),
  by_mail: z.number().int(),
  by_text: z.number().int(),
  /** They gave no address and want no texts: staff call them. */
  to_call: z.number().int(),
})

/** Where guests of a flight could go: a booked flight, or another aircraft at the same departure. */
export const TransferTarget = z.object({
  /** Null for an aircraft that has no flight at this departure yet. */
  flight_id: Id.nullable(),
  aircraft_id: Id,
  flight_code: z.string().nullable(),
  registration: z.string(),
  pilot_name: z.string().nullable(),
  /** When it is expected to leave. */
  depart_at: Instant,
  seats_taken: z.number().int(),
  capacity: z.number().int(),
  weight_lbs: z.number().int(),
  max_weight_lbs: z.number().int(),
  /** What keeps the guests from flying there; empty where they fit. */
  reasons: z.array(UnfitReason),
  /** Nobody where the time stays. */
  told: Told,
})

export const TransferParty = z.object({
  order_id: Id,
  order_number: z.string(),
  buyer: z.string(),
  seats: z.number().int(),
  weight_lbs: z.number().int(),
  people: z.array(z.object({ id: Id, full_name: z.string(), checked_in: z.boolean() })),
  /** Why it stays: it bought the whole aircraft, is paying for something, or its order has ended. */
  obstacle: z.enum(['whole_flight', 'payment_open', 'ended']).nullable(),
})

/** `GET /v1/flights/{id}/transfer_options`: the guests of a flight, and where they could fly instead. */
export const FlightTransferOptions = z.object({
  flight_id: Id,
  flight_code: z.string(),
  product_name: z.string(),
  terminal_name: z.string(),
  timezone: z.string(),
  date: LocalDate,
  status: FlightStatus,
  depart_at: Instant,
  registration: z.string(),
  pilot_name: z.string().nullable(),
  capacity: z.number().int(),
  max_weight_lbs: z.number().int(),
  /** Why nobody can be moved: it is boarding or has left, or waits for a decision about the weather. */
  obstacle: z.enum(['gone', 'on_hold']).nullable(),
  parties: z.array(TransferParty),
  /** Who would move, and what they need. */
  moving: z.object({
    parties: z.array(TransferredParty),
    people: z.number().int(),
    seats: z.number().int(),
    weight_lbs: z.number().int(),
    checked_in: z.number().int(),
  }),
  /** Nobody stays. */
  empties: z.boolean(),
  /** Seats that somebody is paying for, or that are kept for somebody, until then. */
  held: z.object({ seats: z.number().int(), until: Instant }).nullable(),
  targets: z.array(TransferTarget),
})
export const FlightTransferOptionsReply = z.object({ transfer_options: FlightTransferOptions })

/** `POST /v1/flights/{id}/transfers`: moves guests to the target that was seen. */
export const FlightTransferFields = z
  .object({
    to_flight_id: Id.optional(),
    /** Another aircraft at the same departure, which gets a flight of its own. */
    to_aircraft_id: Id.optional(),
    /** When the target leaves, as it was seen. */
    depart_at: Instant,
    parties: z.array(TransferredParty).min(1, 'Please choose who moves').max(MOST_PARTIES),
    /**
     * A merge: nobody may stay. The emptied departure is closed for sale, and its aircraft and its pilot
     * are free.
     */
    empties: z.boolean(),
  })
  .refine((one) => (one.to_flight_id === undefined) !== (one.to_aircraft_id === undefined), {
    error: 'Please choose a flight or an aircraft',
    path: ['to_flight_id'],
  })
export const FlightTransferRequest = z.object({ flight_transfer: FlightTransferFields })

export const FlightTransfer = z.object({
  id: Id,
  from_flight_id: Id,
  to_flight_id: Id,
  to_flight_code: z.string(),
  parties: z.number().int(),
  people: z.number().int(),
  /** The parties that are told another time. */
  told: z.number().int(),
  /** The departure that they left is closed for sale. */
  closed: z.boolean(),
})
export const FlightTransferReply = z.object({ flight_transfer: FlightTransfer })
/** The 409 of a transfer that does not fit, or not any more: how it stands now. */
export const FlightTransferConflict = z.object({ transfer_options: FlightTransferOptions })

export type TransferredParty = z.infer<typeof TransferredParty>
export type TransferTarget = z.infer<typeof TransferTarget>
export type TransferParty = z.infer<typeof TransferParty>
export type FlightTransferOptions = z.infer<typeof FlightTransferOptions>
export type FlightTransferFields = z.infer<typeof FlightTransferFields>
export type FlightTransfer = z.infer<typeof FlightTransfer>
