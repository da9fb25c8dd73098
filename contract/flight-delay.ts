import { z } from 'zod'
import { DelayReason, FlightStatus } from './enums.ts'
import { Id, Instant } from './primitives.ts'

/** The longest delay of a flight itself; what does not leave for longer is called off. */
export const MAX_DELAY_MINS = 360

/** What is set for one flight itself; 0 takes its delay back. */
const minutes = z.number().int().min(0).max(MAX_DELAY_MINS)

/** What keeps a flight from leaving at its new time, or from landing in daylight. */
export const DelayTrouble = z.object({
  kind: z.enum([
    /** It would leave, or land, after the last light `at` its terminal, and was not sold so. */
    'leaves_after_last_light',
    'lands_after_last_light',
    /** Its aircraft is out of service. */
    'out_of_service',
    /** Its guests are already boarding. */
    'boarding',
    /** Its pilot would be over a limit of duty, or would not be there any more. */
    'pilot_over_limit',
  ]),
  at: Instant.nullable(),
})

/** A flight that gets another time. */
export const DelayedFlight = z.object({
  flight_id: Id,
  flight_code: z.string(),
  product_name: z.string(),
  timezone: z.string(),
  registration: z.string(),
  pilot_name: z.string().nullable(),
  status: FlightStatus,
  /** As it was sold. */
  scheduled_at: Instant,
  /** When it leaves so far, and then. */
  depart_at_was: Instant,
  depart_at: Instant,
  delay_mins_was: z.number().int(),
  delay_mins: z.number().int(),
  /** `pressed`: the flight itself; otherwise it waits for the aircraft or the pilot of another one. */
  cause: z.enum(['pressed', 'aircraft', 'pilot']),
  waits_for: z.string().nullable(),
  parties: z.number().int(),
  people: z.number().int(),
  /** The newest version of its manifest that was printed or accepted; null without one. */
  manifest_version: z.number().int().nullable(),
  troubles: z.array(DelayTrouble),
})

/** `GET /v1/flights/{id}/delay_preview`: what a delay would do, were it set now. Nothing is written. */
export const FlightDelayPreview = z.object({
  flight_id: Id,
  flight_code: z.string(),
  product_name: z.string(),
  terminal_name: z.string(),
  timezone: z.string(),
  status: FlightStatus,
  scheduled_at: Instant,
  depart_at: Instant,
  /** The delay that the flight has so far, and the part that was set for itself. */
  delay_mins: z.number().int(),
  own_delay_mins: z.number().int(),
  delay_reason: DelayReason.nullable(),
  delay_words: z.string().nullable(),
  minutes,
  /** The flight itself and those it holds up, soonest first; empty when nothing changes. */
  flights: z.array(DelayedFlight),
  parties: z.number().int(),
  people: z.number().int(),
  /** How many parties are told by mail and by text; some get both. */
  by_mail: z.number().int(),
  by_text: z.number().int(),
  /** How many get neither, because they gave no address and want no texts: staff call them. */
  to_call: z.number().int(),
})
export const FlightDelayPreviewReply = z.object({ delay_preview: FlightDelayPreview })
export const FlightDelayPreviewQuery = z.object({ minutes: z.coerce.number().pipe(minutes) })

/** `POST /v1/flights/{id}/delays`: sets the delay that was previewed. */
export const FlightDelayFields = z
  .object({
    minutes,
    reason: DelayReason,
    /** Guests read it beside the reason, or instead of `other`. */
    words: z.string().trim().max(200).nullable().default(null),
    /** The flights of the preview, each with its delay so far and then. */
    seen: z
      .array(z.object({ flight_id: Id, delay_mins_was: z.number().int(), delay_mins: z.number().int() }))
      .max(200),
  })
  .refine(({ reason, words, minutes: own }) => own === 0 || reason !== 'other' || (words ?? '') !== '', {
    error: 'Please say why in a few words',
    path: ['words'],
  })
export const FlightDelayRequest = z.object({ flight_delay: FlightDelayFields })

export const FlightDelay = z.object({
  /** Null when the flight had this delay already: nothing was written, and nobody is told. */
  id: Id.nullable(),
  flight_id: Id,
  minutes,
  reason: DelayReason,
  /** The flights with another time. */
  flights: z.number().int(),
  /** The parties that are told. */
  parties: z.number().int(),
})
export const FlightDelayReply = z.object({ flight_delay: FlightDelay })
/** The 409 of a delay whose preview has changed meanwhile: what it would do now. */
export const FlightDelayConflict = z.object({ delay_preview: FlightDelayPreview })

export type DelayTrouble = z.infer<typeof DelayTrouble>
export type DelayedFlight = z.infer<typeof DelayedFlight>
export type FlightDelayPreview = z.infer<typeof FlightDelayPreview>
export type FlightDelayFields = z.infer<typeof FlightDelayFields>
export type FlightDelay = z.infer<typeof FlightDelay>
