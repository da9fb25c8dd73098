import { z } from 'zod'
import { Id, Instant, LocalDate, LocalTime } from './primitives.ts'

/** A flight of which staff do not know yet whether the weather lets it fly, and when they decide. */
export const OnHold = z.object({ decide_at: Instant })
/** The same for staff, with the id of the weather hold. */
export const StaffOnHold = OnHold.extend({ weather_hold_id: Id })

/**
 * `POST /v1/weather_holds`: puts all departures of a terminal that leave in a span of a day on hold. The
 * same span and time of the decision again is the same hold.
 */
export const WeatherHoldFields = z
  .object({
    terminal_id: Id,
    date: LocalDate,
    /** Departures at both ends belong to the span. */
    from: LocalTime,
    until: LocalTime,
    /**
     * When staff decide, on the same day: later than now, before the first departure. Only a preview may
     * leave it out.
     */
    decide_time: LocalTime.nullable().default(null),
    /** A sentence to the customers. */
    note: z.string().trim().max(300).nullable().default(null),
    /** Returns whom it would concern, and writes nothing. */
    preview: z.boolean().default(false),
  })
  .refine(({ from, until }) => from <= until, {
    error: 'Must not be before the beginning',
    path: ['until'],
  })
  .refine(({ decide_time: time, preview }) => preview || time !== null, {
    error: 'Must be given',
    path: ['decide_time'],
  })
export const WeatherHoldRequest = z.object({ weather_hold: WeatherHoldFields })

/** A departure that is not sold while it is on hold. */
const HeldDeparture = z.object({ departure_id: Id, product_name: z.string(), depart_at: Instant })

/** What a weather hold would do, were it made now. */
export const WeatherHoldPreview = z.object({
  terminal_name: z.string(),
  timezone: z.string(),
  /** The departures that would be closed for sale, the soonest first. */
  departures: z.array(HeldDeparture),
  parties: z.number().int(),
  people: z.number().int(),
  /** Parties that are told by mail, and by text; some by both. */
  by_mail: z.number().int(),
  by_text: z.number().int(),
  /** Parties that gave no e-mail and get no texts. */
  to_call: z.number().int(),
  /** The open hold that this one would overlap; null when there is none. */
  weather_hold_id: Id.nullable(),
})
export const WeatherHoldPreviewReply = z.object({ weather_hold_preview: WeatherHoldPreview })

/**
 * `to_tell`: the work is not done yet. `to_call`: it gave no e-mail. `failed`: the mail did not arrive.
 * `told`: the mail was queued or sent.
 */
export const WeatherHoldPartyState = z.enum(['to_tell', 'to_call', 'failed', 'told'])

export const WeatherHoldParty = z.object({
  order_id: Id,
  number: z.string(),
  /** The buyer's name, or that of the first passenger; empty while neither is known. */
  name: z.string(),
  /** Null only for a walk-in. */
  email: z.string().nullable(),
  phone: z.string().nullable(),
  people: z.number().int(),
  product_name: z.string(),
  depart_at: Instant,
  state: WeatherHoldPartyState,
  /** Whether a text was queued, too. */
  texted: z.boolean(),
  /** When it was told of what counts now; null before. */
  told_at: Instant.nullable(),
})

export const WeatherHoldSummary = z.object({
  id: Id,
  terminal_id: Id,
  terminal_name: z.string(),
  timezone: z.string(),
  date: LocalDate,
  from: LocalTime,
  until: LocalTime,
  note: z.string().nullable(),
  decide_at: Instant,
  /** `released`: they fly. `called_off`: its last departure was called off. */
  state: z.enum(['open', 'released', 'called_off']),
  /** The departures it was put on, and those that are still on hold. */
  departures: z.number().int(),
  departures_on_hold: z.number().int(),
  created_at: Instant,
  ended_at: Instant.nullable(),
  /** The weather day that called some of its departures off; null without one. */
  weather_day_id: Id.nullable(),
})
export const WeatherHoldList = z.object({ weather_holds: z.array(WeatherHoldSummary) })

export const WeatherHold = WeatherHoldSummary.extend({ parties: z.array(WeatherHoldParty) })
export const WeatherHoldReply = z.object({ weather_hold: WeatherHold })

/** `PATCH /v1/weather_holds/{id}`: puts the decision off; its parties are told the new time. */
export const WeatherHoldPatch = z.object({
  weather_hold: z.object({
    /** On the day of its departures, later than before. */
    decide_time: LocalTime,
    /** The time that was seen before. */
    decide_at_was: Instant.optional(),
  }),
})

export type OnHold = z.infer<typeof OnHold>
export type StaffOnHold = z.infer<typeof StaffOnHold>
export type WeatherHoldFields = z.infer<typeof WeatherHoldFields>
export type WeatherHoldPreview = z.infer<typeof WeatherHoldPreview>
export type WeatherHoldParty = z.infer<typeof WeatherHoldParty>
export type WeatherHoldSummary = z.infer<typeof WeatherHoldSummary>
export type WeatherHold = z.infer<typeof WeatherHold>
