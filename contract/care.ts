import { z } from 'zod'
import { Id, Instant } from './primitives.ts'

/** The occasions on which the shop writes by itself. */
export const careOccasions = [
  'before_flight',
  'guests_late',
  'after_flight',
  'gift_expiring',
  'card_expiring',
] as const
export const CareOccasion = z.enum(careOccasions)
export type CareOccasion = z.infer<typeof CareOccasion>
/** When the shop writes by itself, as customers and staff read it. */
export const CARE_OCCASIONS: Readonly<Record<CareOccasion, string>> = {
  before_flight: 'Two days before a flight',
  guests_late: 'When guests are late for their flight',
  after_flight: 'The day after a flight',
  gift_expiring: 'Before a gift card or voucher expires',
  card_expiring: 'Before the card of a membership expires',
}

/** Which occasions somebody wants messages about, each `true` until it is switched off. */
export const CareWishes = z.object({
  before_flight: z.boolean(),
  guests_late: z.boolean(),
  after_flight: z.boolean(),
  gift_expiring: z.boolean(),
  card_expiring: z.boolean(),
} satisfies Record<CareOccasion, z.ZodType>)
export type CareWishes = z.infer<typeof CareWishes>

/** `GET` and `PUT /v1/users/me/care_wishes/{brand_id}`. */
export const CareWishesReply = z.object({ care_wishes: CareWishes.extend({ brand_id: Id }) })
/** Callers that do not know of late guests yet leave that as it is. */
export const CareWishesUpdate = z.object({ care_wishes: CareWishes.partial({ guests_late: true }) })
export type CareWishesFields = z.infer<typeof CareWishesUpdate>['care_wishes']

/**
 * The signed name of an address and an occasion, as each mail carries it:
 * `before_flight.1.hash.signature`.
 */
export const CARE_STOP_TOKEN =
  /^(before_flight|guests_late|after_flight|gift_expiring|card_expiring)\.\d{1,9}\.[\w-]{22}\.[\w-]{22}$/

/** `PUT /v1/care_stops`: ends the messages of one occasion to one address, or lets them come again. */
export const CareStopRequest = z.object({
  care_stop: z.object({ token: z.string().max(120), stopped: z.boolean() }),
})
export const CareStopReply = z.object({
  care_stop: z.object({ brand_id: Id, occasion: CareOccasion, stopped: z.boolean() }),
})

/** What becomes of the messages of one occasion, for one brand. */
export const CareReport = z.object({
  brand_id: Id,
  brand_name: z.string(),
  occasion: CareOccasion,
  /** Whether the brand sends them. */
  on: z.boolean(),
  /** When that was last changed; null when it never was. */
  changed_at: Instant.nullable(),
  /** Mails and texts that were sent within the last thirty days. */
  mails_sent: z.number().int(),
  texts_sent: z.number().int(),
  /** Mails and texts of the last thirty days that wait for their time or their next try. */
  waiting: z.number().int(),
  /** Mails and texts that did not arrive, within the last thirty days. */
  failed: z.number().int(),
  /** Parties and holders whose time comes within the next 24 hours. */
  due_in_a_day: z.number().int(),
  /** Addresses that switched the occasion off. */
  stopped: z.number().int(),
})
export type CareReport = z.infer<typeof CareReport>

/** An answer of the survey, to which the mail after a flight leads. */
export const CareReview = z.object({
  brand_id: Id,
  /** 0 not at all likely to recommend the flight, 10 certainly. */
  score: z.number().int().nullable(),
  /** The slug of the product, where it was named. */
  flight: z.string().nullable(),
  liked: z.string().nullable(),
  better: z.string().nullable(),
  /** Whether it may be quoted with the first name. */
  quotable: z.boolean(),
  name: z.string().nullable(),
  at: Instant,
})
export type CareReview = z.infer<typeof CareReview>

/** `GET /v1/care_reports`: a row for each brand and occasion, and the newest fifty reviews. */
export const CareReportsReply = z.object({
  care_reports: z.array(CareReport),
  reviews: z.array(CareReview),
})

/** `PATCH /v1/care_reports/{brand_id}/{occasion}`; `on_was` is what the page showed. */
export const CareSwitchRequest = z.object({
  care_report: z.object({ on: z.boolean(), on_was: z.boolean() }),
})
export const CareSwitchReply = z.object({
  care_report: z.object({ brand_id: Id, occasion: CareOccasion, on: z.boolean() }),
})
