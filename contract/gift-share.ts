import { z } from 'zod'
import { Place, QuantityType } from './enums.ts'
import { GIFT_MESSAGE_LENGTH } from './order.ts'
import { Dollars, Email, Id, Instant, LocalDate } from './primitives.ts'
import { GiftCard, GiftCardStatus, GiftShareState, Voucher, VoucherStatus, RedemptionFee } from './tenders.ts'
import { WaitlistFlight, WaitlistOfferState } from './waitlist.ts'

const Message = z.string().max(GIFT_MESSAGE_LENGTH, 'Please write a shorter message')
const SendOn = z.union([z.literal(''), LocalDate])

/**
 * `POST /v1/gift_cards/share` (spec section 7): gift cards of one's own are mailed to somebody.
 * Vouchers, the day, the way and the proposed departure are additions.
 */
export const GiftShareFields = z
  .object({
    gift_card_ids: z.array(Id).max(60).default([]),
    voucher_ids: z.array(Id).max(60).default([]),
    recipient: Email.optional(),
    message: Message.nullable().optional(),
    /** The brand's day on which it is mailed; at once when empty. */
    send_on: SendOn.nullable().optional(),
    /** `print`: printed at home, mailed to nobody. */
    way: z.enum(['mail', 'print']).default('mail'),
    /** Seats kept for the recipient for a while. */
    proposal: z.object({ departure_id: Id, depart_at: Instant }).nullable().optional(),
  })
  .superRefine((fields, c) => {
    const issue = (path: string, message: string) => {
      c.addIssue({ code: 'custom', path: [path], message })
    }
    if (fields.gift_card_ids.length + fields.voucher_ids.length === 0) {
      issue('gift_card_ids', 'Please select at least one gift card or voucher')
    }
    if (fields.way === 'mail' && fields.recipient === undefined) issue('recipient', 'This field is required')
  })
export const GiftShareReply = z.object({
  gift_cards: z.array(GiftCard),
  vouchers: z.array(Voucher).optional(),
})

/** Seats kept with a gift. */
export const GiftOffer = z.object({
  state: WaitlistOfferState,
  quantity_type: QuantityType,
  quantity: z.number().int(),
  expires_at: Instant,
  flight: WaitlistFlight,
})

/** A gift as its giver sees it. */
export const GiftShare = z.object({
  id: Id,
  state: GiftShareState,
  way: z.enum(['mail', 'print']),
  recipient: z.string().nullable(),
  message: z.string().nullable(),
  send_on: LocalDate.nullable(),
  created_at: Instant,
  mailed_at: Instant.nullable(),
  opened_at: Instant.nullable(),
  /** What can still be done with it. */
  may: z.object({ change: z.boolean(), take_back: z.boolean() }),
  gift_cards: z.array(GiftCard),
  vouchers: z.array(Voucher),
  offer: GiftOffer.nullable(),
})
export const GiftShareOneReply = z.object({ gift_share: GiftShare })

/** `PATCH /v1/gift_shares/{id}`: until it is opened. What is left out stays. */
export const GiftShareChange = z.object({
  gift_share: z.object({
    recipient: Email.optional(),
    message: Message.nullable().optional(),
    send_on: SendOn.nullable().optional(),
  }),
})

/** One thing in a gift, as whoever has the link sees it; `code` once it was opened. */
export const GiftPart = z.object({
  kind: z.enum(['gift_card', 'voucher']),
  id: Id,
  name: z.string(),
  code: z.string().nullable(),
  status: z.union([GiftCardStatus, VoucherStatus]),
  expires_at: Instant,
  unit: QuantityType.nullable(),
  /** What is on a voucher; what a gift card cost stays between giver and shop. */
  balance: Dollars.nullable(),
  product: z
    .object({
      id: Id,
      name: z.string(),
      slug: z.string(),
      subtitle: z.string(),
      place: Place,
      tags: z.array(z.string()),
    })
    .nullable(),
  fares: z.array(z.string()),
  /** Which departures a gift card pays, in words. */
  good_for_label: z.string().optional(),
  /** What is charged when it is redeemed, at most. */
  waiting_fees: z.array(RedemptionFee).optional(),
})

/** `GET /v1/gifts/{token}`: a mailed gift, for whoever has its link. */
export const Gift = z.object({
  opened: z.boolean(),
  hidden: z.boolean(),
  taken_back: z.boolean(),
  /** `f…@example.com`: enough to know which mailbox is meant. */
  recipient_hint: z.string(),
  /** The giver's first and last name; null when the shop knows none. */
  from: z.string().nullable(),
  message: z.string().nullable(),
  parts: z.array(GiftPart),
  offer: GiftOffer.nullable(),
})
export const GiftReply = z.object({ gift: Gift })
export const GiftChange = z.object({ gift: z.object({ hidden: z.boolean() }) })

/**
 * `POST /v1/code_mails`: all codes of one's own, once more, to the proven mailbox; always the same
 * answer.
 */
export const CodeMailRequest = z.object({ code_mail: z.object({ brand_id: Id }) })
export const CodeMailReply = z.object({ code_mail: z.object({ email: z.string() }) })

export type GiftShareFields = z.infer<typeof GiftShareFields>
export type GiftShareChange = z.infer<typeof GiftShareChange>['gift_share']
export type GiftShare = z.infer<typeof GiftShare>
export type GiftOffer = z.infer<typeof GiftOffer>
export type GiftPart = z.infer<typeof GiftPart>
export type Gift = z.infer<typeof Gift>
