import { z } from 'zod'
import { Place, QuantityType } from './enums.ts'
import { GIFT_MESSAGE_LENGTH } from './order.ts'
import { Dollars, Email, Id, Instant, LocalDate } from './primitives.ts'
import { GiftCard, GiftCardStatus, GiftShareState, Voucher, VoucherStatus, RedemptionFee } from './tenders.ts'
import { WaitlistFlight, WaitlistOfferState } from './waitlist.ts'

const Message = z.string().max(GIFT_MESSAGE_LENGTH, 'Please write a shorter message')
const SendOn = z.union([z.literal(''), LocalDate])

/**
 * `POST /v1/gift_cards/share` (spec section 7): mails the caller's gift cards to a recipient.
 * `voucher_ids`, `send_on`, `way` and `proposal` are additions.
 */
export const GiftShareFields = z
  .object({
    gift_card_ids: z.array(Id).max(60).default([]),
    voucher_ids: z.array(Id).max(60).default([]),
    recipient: Email.optional(),
    message: Message.nullable().optional(),
    /**
     * The day in the brand's time zone on which the gift is mailed; when empty, it is mailed at
     * once.
     */
    send_on: SendOn.nullable().optional(),
    /** `print`: the giver prints the gift at home, and it is not mailed. */
    way: z.enum(['mail', 'print']).default('mail'),
    /** A departure proposed to the recipient, with seats held for a limited time. */
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

/** The seats held for the recipient of a gift. */
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
  /** What the giver can still do with the gift. */
  may: z.object({ change: z.boolean(), take_back: z.boolean() }),
  gift_cards: z.array(GiftCard),
  vouchers: z.array(Voucher),
  offer: GiftOffer.nullable(),
})
export const GiftShareOneReply = z.object({ gift_share: GiftShare })

/**
 * `PATCH /v1/gift_shares/{id}`: changes a gift until it is opened. Omitted fields stay unchanged.
 */
export const GiftShareChange = z.object({
  gift_share: z.object({
    recipient: Email.optional(),
    message: Message.nullable().optional(),
    send_on: SendOn.nullable().optional(),
  }),
})

/**
 * One gift card or voucher of a gift, as the holder of the link sees it; `code` only after the gift
 * is opened.
 */
export const GiftPart = z.object({
  kind: z.enum(['gift_card', 'voucher']),
  id: Id,
  name: z.string(),
  code: z.string().nullable(),
  status: z.union([GiftCardStatus, VoucherStatus]),
  expires_at: Instant,
  unit: QuantityType.nullable(),
  /** The balance of a voucher; null for a gift card, whose price only the giver knows. */
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
  /** The departures that a gift card pays for, in words. */
  good_for_label: z.string().optional(),
  /** The fees charged at redemption, at most. */
  waiting_fees: z.array(RedemptionFee).optional(),
})

/** `GET /v1/gifts/{token}`: a mailed gift, for the holder of its link. */
export const Gift = z.object({
  opened: z.boolean(),
  hidden: z.boolean(),
  taken_back: z.boolean(),
  /**
   * The masked e-mail of the recipient, `f…@example.com`, which tells the holder which mailbox is
   * meant.
   */
  recipient_hint: z.string(),
  /** The first and last name of the giver; null when unknown. */
  from: z.string().nullable(),
  message: z.string().nullable(),
  parts: z.array(GiftPart),
  offer: GiftOffer.nullable(),
})
export const GiftReply = z.object({ gift: Gift })
export const GiftChange = z.object({ gift: z.object({ hidden: z.boolean() }) })

/**
 * `POST /v1/code_mails`: mails the caller's codes again to the account's confirmed mailbox. The
 * reply is always the same.
 */
export const CodeMailRequest = z.object({ code_mail: z.object({ brand_id: Id }) })
export const CodeMailReply = z.object({ code_mail: z.object({ email: z.string() }) })

export type GiftShareFields = z.infer<typeof GiftShareFields>
export type GiftShareChange = z.infer<typeof GiftShareChange>['gift_share']
export type GiftShare = z.infer<typeof GiftShare>
export type GiftOffer = z.infer<typeof GiftOffer>
export type GiftPart = z.infer<typeof GiftPart>
export type Gift = z.infer<typeof Gift>
