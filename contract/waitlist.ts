import { z } from 'zod'
import { Place, QuantityType } from './enums.ts'
import { Email, Id, Instant, ListMeta, LocalDate, LocalTime, Phone } from './primitives.ts'

/** The departure of a waitlist entry, without data of other customers on the waitlist. */
export const WaitlistFlight = z.object({
  product_id: Id,
  product_name: z.string(),
  product_slug: z.string(),
  place: Place,
  tags: z.array(z.string()),
  departure_id: Id,
  depart_at: Instant,
  local_date: LocalDate,
  local_time: LocalTime,
  timezone: z.string(),
  timezone_label: z.string(),
  terminal_name: z.string(),
  /** When sales close and the waitlist makes no more offers. */
  sales_close_at: Instant,
  /** Whether the operator cancelled the departure. */
  called_off: z.boolean(),
})

export const WaitlistEntryStatus = z.enum([
  'waiting',
  'offered',
  'taken',
  'declined',
  'lapsed',
  'left',
  'closed',
])
export const WaitlistOfferState = z.enum(['open', 'taken', 'declined', 'expired'])

/** `POST /v1/waitlist_entries`. */
export const WaitlistEntryFields = z.object({
  brand_id: Id,
  departure_id: Id,
  depart_at: Instant,
  quantity_type: QuantityType,
  /** The number of seats, or for a whole flight the number of people. */
  quantity: z.number({ error: 'Please input a quantity' }).int().min(1, 'Please input a quantity').max(60),
  email: Email,
  phone: z
    .union([z.literal(''), Phone])
    .nullable()
    .optional(),
  /** The customer agrees to mails about this departure, without which no offer can be sent. */
  consent: z.literal(true, { error: 'Please agree to be mailed about this flight' }),
})
export const WaitlistEntryRequest = z.object({ waitlist_entry: WaitlistEntryFields })

const party = { quantity_type: QuantityType, quantity: z.number().int(), flight: WaitlistFlight }

/**
 * The reply is the same for a new and for a repeated entry; only the mail has the link to the
 * entry.
 */
export const WaitlistJoinedReply = z.object({ waitlist_entry: z.object(party) })
export const WaitlistEntryReply = z.object({
  waitlist_entry: z.object({ status: WaitlistEntryStatus, ...party }),
})
export const WaitlistOfferReply = z.object({
  waitlist_offer: z.object({
    state: WaitlistOfferState,
    /**
     * The brand of the waitlist, which sells the seats; null for an offer that came with a gift
     * instead of a waitlist.
     */
    brand_id: Id.nullable(),
    /** When the hold on the offered seats expires. */
    expires_at: Instant,
    /** What their people may weigh together; null for whole aircraft, and once the offer is over. */
    max_weight_lbs: z.number().int().nullable(),
    ...party,
  }),
})

/** One entry of the waitlist, for staff. */
export const WaitlistRow = z.object({
  id: Id,
  status: WaitlistEntryStatus,
  brand_id: Id,
  email: z.string(),
  /** Of the account with this address; null without an account, or without a name there. */
  name: z.string().nullable(),
  phone: z.string().nullable(),
  created_at: Instant,
  /** When the hold on the offered seats expires; null without an offer. */
  offer_expires_at: Instant.nullable(),
  /** The seats of the open offer, which may be fewer than the party asked for; null without one. */
  offer_quantity: z.number().int().nullable(),
  /** Seats on the flights of the departure that nobody has bought or holds, on whichever of them. */
  seats_free: z.number().int(),
  ...party,
})

/** How long an offer by hand may hold seats, in minutes. */
export const OFFER_MINUTES = { least: 15, most: 1440 } as const

/** `POST /v1/waitlist_entries/{id}/offers`. */
export const WaitlistHandOfferRequest = z.object({
  waitlist_offer: z.object({
    /** Seats, up to the party's own; the whole party by default. */
    quantity: z.number().int().min(1, 'Offer one seat at least').optional(),
    minutes: z
      .number({ error: 'Please say for how long' })
      .int()
      .min(OFFER_MINUTES.least, 'Nobody can answer in less than 15 minutes')
      .max(OFFER_MINUTES.most, 'A day is the longest'),
  }),
})
/** `POST /v1/waitlist_entries/{id}/offer_previews`: what the mail would say, without its links. */
export const WaitlistOfferPreview = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  quantity: z.number().int(),
  /** When the hold on the seats would expire: as long as asked for, or at the end of sales. */
  expires_at: Instant,
})
export const WaitlistOfferPreviewReply = z.object({ waitlist_offer_preview: WaitlistOfferPreview })
export const WaitlistRowReply = z.object({ waitlist_entry: WaitlistRow })
export const WaitlistRowsReply = z.object({ waitlist_entries: z.array(WaitlistRow), meta: ListMeta })

export type WaitlistFlight = z.infer<typeof WaitlistFlight>
export type WaitlistEntryFields = z.infer<typeof WaitlistEntryFields>
export type WaitlistOfferPreview = z.infer<typeof WaitlistOfferPreview>
export type WaitlistRow = z.infer<typeof WaitlistRow>
export type WaitlistEntry = z.infer<typeof WaitlistEntryReply>['waitlist_entry']
export type WaitlistOffer = z.infer<typeof WaitlistOfferReply>['waitlist_offer']
