import { z } from 'zod'
import { Email, Id, Instant, OptionalPhone, RequiredPhone } from './primitives.ts'

/**
 * `POST /v1/customers`: creates a guest. The token gives access only to what is created with it.
 */
export const CustomerRequest = z.object({
  customer: z.object({
    email: Email,
    phone: OptionalPhone.optional(),
    set_password_url: z.string().max(500).optional(),
    tag_list: z.array(z.string().max(60)).max(20).optional(),
    brand_id: Id.optional(),
  }),
})
export const JwtReply = z.object({ jwt: z.string() })

export const UserTokenRequest = z.object({
  auth: z.object({
    email: Email,
    password: z
      .string({ error: 'This field is required' })
      .min(1, 'This field is required')
      .max(200, 'Write at most 200 characters'),
  }),
  /**
   * The token of a guest in the same browser, whose unpaid order then belongs to the account (new
   * beside spec section 7).
   */
  guest_token: z.string().max(2000).optional(),
  /**
   * A random name that the shop keeps in the browser (new beside spec section 7). A log-in with one
   * that the account was not used with is mailed to it, and so is one without, once a day.
   */
  device_token: z.uuid().optional(),
  /** The shop in which somebody logs in; its brand sends that mail (new beside spec section 7). */
  shop_url: z.string().max(500).optional(),
})

/** Letters of any script, combining marks, and spaces (spec section 5). */
const PersonName = z
  .string({ error: 'This field is required' })
  .trim()
  .min(1, { error: 'This field is required', abort: true })
  .max(80, 'Write at most 80 characters')
  .regex(/^[\p{L}\p{M}\s]+$/u, 'Must be letters only')

export const NewPassword = z
  .string({ error: 'This field is required' })
  .min(6, 'Length should be at least 6 characters')
  .max(200, 'Write at most 200 characters')

/** The `user` of `POST /v1/users`, with the fields and messages of spec section 5. */
export const Registration = z.object({
  first_name: PersonName,
  last_name: PersonName,
  phone: RequiredPhone,
  email: Email,
  password: NewPassword,
  tag_list: z.array(z.string().max(60)).max(20).optional(),
  /**
   * The account agrees to texts about its orders (new beside spec section 7): the very words of a
   * brand's `account_text_consent`. Absent or null: no texts.
   */
  text_consent: z.string().max(600).nullable().optional(),
})
export const RegistrationRequest = z.object({
  brand_id: Id.optional(),
  user: Registration,
  /** The page of the shop that the mailed link leads to (new beside spec section 7). */
  prove_email_url: z.string().max(500).optional(),
})
export type Registration = z.infer<typeof Registration>

/** `POST /v1/email_proofs`: mails the confirmation link again to an unconfirmed account. */
export const EmailProofRequest = z.object({
  email_proof: z.object({ redirect_uri: z.string().max(500).optional(), brand_id: Id.optional() }),
})
/**
 * `PUT /v1/email_proofs/{token}`: confirms the mailbox. A caller who is not logged in to the
 * account must send its password.
 */
export const EmailProofUpdate = z.object({
  email: Email,
  user: z.object({ password: z.string().max(200) }).optional(),
})
export const EmailProofReply = z.object({
  email_proof: z.object({
    email: z.string(),
    needs_password: z.boolean(),
    /** The confirmation changes the account's e-mail to this mailbox. */
    changes_account: z.literal(true).optional(),
  }),
})

/** `POST /v1/password_resets`. */
export const PasswordResetRequest = z.object({
  password_reset: z.object({
    email: Email,
    redirect_uri: z.string().max(500).optional(),
    brand_id: Id.optional(),
  }),
})

/** `PUT /v1/password_resets/{token}`: sets a password, which also confirms the mailbox. */
export const PasswordResetUpdate = z.object({
  email: Email,
  user: z.object({ password: NewPassword }),
})

/**
 * `GET /v1/password_resets/{token}?email`: whether the link is still valid; the call does not use
 * it up.
 */
export const PasswordResetReply = z.object({ password_reset: z.object({ email: z.string() }) })

export const User = z.object({
  id: Id,
  /** Null only for a walk-in, to whom staff sold without one. */
  email: z.string().nullable(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  phone: z.string().nullable(),
  role_ids: z.array(Id),
  credit: z.number(),
  tag_list: z.array(z.string()),
  /** Whether the mailbox is confirmed (new beside spec section 3). */
  email_proven: z.boolean().optional(),
  created_at: Instant.optional(),
})
export const UserReply = z.object({ user: User })
export type User = z.infer<typeof User>
/** Somebody who can log in, and so has an e-mail. */
export type Account = User & { email: string }
