import { z } from 'zod'
import { Dollars, Id, Instant, LocalDate, LocalTime } from './primitives.ts'

/** How long other seats may be held, in hours. */
export const WEATHER_HOLD_HOURS = [6, 24, 48] as const

/**
 * `POST /v1/weather_days`: cancels all departures of a terminal that leave in a span of a day. The same
 * span again is the same weather day.
 */
export const WeatherDayFields = z
  .object({
    terminal_id: Id,
    date: LocalDate,
    /** Departures at both ends belong to the span. */
    from: LocalTime,
    until: LocalTime,
    /** A sentence to the customers. */
    note: z.string().trim().max(300).nullable().default(null),
    /** How long the alternatives of each party are held. */
    hold_hours: z.literal(WEATHER_HOLD_HOURS).default(24),
    /** Returns who would be affected, and writes nothing. */
    preview: z.boolean().default(false),
  })
  .refine(({ from, until }) => from <= until, {
    error: 'Must not be before the beginning',
    path: ['until'],
  })
export const WeatherDayRequest = z.object({ weather_day: WeatherDayFields })

/** A departure that is offered in exchange. */
const OtherDeparture = z.object({ depart_at: Instant, timezone: z.string() })

/** A party with paid seats on one of the departures. */
const Party = z.object({
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
  timezone: z.string(),
})

/** What a weather day would do, were it declared now. */
export const WeatherDayPreview = z.object({
  terminal_name: z.string(),
  timezone: z.string(),
  /** The departures that would be cancelled, and how many of them somebody has booked. */
  departures: z.number().int(),
  booked: z.number().int(),
  /** Departures of the span that stay as they are: cancelled before, or gone. */
  called_off_before: z.number().int(),
  departed: z.number().int(),
  /** Unpaid orders, which lose their seats. */
  unpaid: z.number().int(),
  parties: z.array(
    Party.extend({
      /** What would be held, as far as seats are free now. */
      alternatives: z.array(OtherDeparture),
      voucher_amount: Dollars.nullable(),
      /** Null when the fare gives no money back. */
      refund_amount: Dollars.nullable(),
      /** `call`: there is nothing to choose by mail. */
      told_by: z.enum(['mail', 'call']),
    }),
  ),
  /** The weather day of this very span, if it was declared before. */
  weather_day_id: Id.nullable(),
})
export const WeatherDayPreviewReply = z.object({ weather_day_preview: WeatherDayPreview })

/**
 * `to_tell`: the work is not done yet. `to_call`: no other seats are held, or no mail was sent.
 * `expired`: the held seats are free again, and the rest may still be chosen. `failed`: the mail did not
 * arrive. The others are answers.
 */
export const WeatherPartyState = z.enum([
  'to_tell',
  'to_call',
  'failed',
  'expired',
  'waiting',
  'moved',
  'voucher',
  'refunded',
  'closed',
])

export const WeatherParty = Party.extend({
  state: WeatherPartyState,
  /** The alternatives held now, and until when. */
  alternatives: z.array(OtherDeparture),
  held_until: Instant.nullable(),
  /** The end of the choice; afterwards a voucher is issued. */
  expires_at: Instant,
  /** When the mail was queued; null for a party that is not told by mail. */
  mailed_at: Instant.nullable(),
  /** When a browser first showed the page of the choice; null until then. */
  opened_at: Instant.nullable(),
  moved_to: OtherDeparture.nullable(),
  /** What the voucher or the refund came to. */
  amount: Dollars.nullable(),
  answered_at: Instant.nullable(),
})

export const WeatherDaySummary = z.object({
  id: Id,
  terminal_id: Id,
  terminal_name: z.string(),
  timezone: z.string(),
  date: LocalDate,
  from: LocalTime,
  until: LocalTime,
  note: z.string().nullable(),
  hold_hours: z.number().int(),
  departures: z.number().int(),
  /** Parties with a rebooking offer, and how many of them have answered. */
  party_count: z.number().int(),
  answered_count: z.number().int(),
  created_at: Instant,
  /** When every party had been told, or was left to call; null until then. */
  done_at: Instant.nullable(),
})
export const WeatherDayList = z.object({ weather_days: z.array(WeatherDaySummary) })

export const WeatherDay = WeatherDaySummary.extend({
  /** Paid orders that have no rebooking offer yet. */
  waiting_for_offer: z.number().int(),
  parties: z.array(WeatherParty),
})
export const WeatherDayReply = z.object({ weather_day: WeatherDay })

/**
 * `POST /v1/weather_days/{id}/reminders`: mails the link again to everybody who has not chosen, or to one
 * order; within ten minutes nobody gets it twice.
 */
export const WeatherReminderRequest = z.object({
  weather_reminder: z.object({ order_id: Id.nullable().default(null) }),
})
export const WeatherReminderReply = z.object({ weather_reminder: z.object({ mailed: z.number().int() }) })

export type WeatherDayFields = z.infer<typeof WeatherDayFields>
export type WeatherDayPreview = z.infer<typeof WeatherDayPreview>
export type WeatherPartyState = z.infer<typeof WeatherPartyState>
export type WeatherParty = z.infer<typeof WeatherParty>
export type WeatherDaySummary = z.infer<typeof WeatherDaySummary>
export type WeatherDay = z.infer<typeof WeatherDay>
