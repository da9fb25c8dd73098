import { z } from 'zod'
import { Id, Instant } from './primitives.ts'

export const textStates = [
  'queued',
  'sending',
  'sent',
  'delivered',
  'undelivered',
  'failed',
  'stopped',
] as const

/** A text about an order, as listed in the outbox: neither its words nor the whole number. */
export const OrderText = z.object({
  id: Id,
  kind: z.string(),
  /** The end of the number. */
  to: z.string(),
  state: z.enum(textStates),
  /** The provider's code of a failure. */
  error_code: z.number().int().nullable(),
  created_at: Instant,
  sent_at: Instant.nullable(),
  /** It did not arrive, carries no secret of its own, and was not sent again yet. */
  repeatable: z.boolean(),
})

/** Whether an order's customer gets texts. */
export const OrderTexting = z.object({
  /**
   * `agreed`; `open`: nobody has asked; `no_number`: there is none that gets texts; `stopped`: they
   * answered STOP; `unreachable`: a landline, or nobody's; `off`: the brand sends none.
   */
  state: z.enum(['agreed', 'open', 'no_number', 'stopped', 'unreachable', 'off']),
  /** The end of the number; null where there is none. */
  number: z.string().nullable(),
  /** What the customer agrees to, word for word; null where the brand sends no texts. */
  words: z.string().nullable(),
})

/** Whether the account agrees to texts of a brand about all its orders. */
export const AccountTextConsent = z.object({
  brand_id: Id,
  /** What the account agrees to, or agreed to, word for word. */
  words: z.string(),
  /** When; null when it does not agree. */
  given_at: Instant.nullable(),
  /** The end of the number; null when there is none that gets texts. */
  number: z.string().nullable(),
})
/** `GET /v1/users/me/text_consents`: a row for each brand that sends texts. */
export const AccountTextConsentsReply = z.object({ text_consents: z.array(AccountTextConsent) })
/** `PUT /v1/users/me/text_consents/{brand_id}`: agrees, in the very words. */
export const AccountTextConsentUpdate = z.object({ text_consent: z.object({ words: z.string().max(600) }) })
export const AccountTextConsentReply = z.object({ text_consent: AccountTextConsent })

/** `POST /v1/texts/{id}/copies`: sends the text once more. */
export const TextCopyReply = z.object({ text: OrderText })

export type AccountTextConsent = z.infer<typeof AccountTextConsent>
export type OrderText = z.infer<typeof OrderText>
export type OrderTexting = z.infer<typeof OrderTexting>
