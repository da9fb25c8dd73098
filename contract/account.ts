import { z } from 'zod'
import { CareOccasion } from './care.ts'
import { CreditCard } from './credit-card.ts'
import { Credit } from './credit.ts'
import { Subscription } from './membership.ts'
import { FormName } from './form-entry.ts'
import { NewsletterList } from './newsletter.ts'
import { Order } from './order.ts'
import { NewPassword, Registration, User } from './people.ts'
import { Dollars, Email, Id, Instant } from './primitives.ts'
import { OrderListFilter } from './saved-filter.ts'
import { GiftCard, Voucher } from './tenders.ts'

/** The current password, which protects changes that a stolen session must not make. */
const OwnPassword = z
  .string({ error: 'This field is required' })
  .min(1, 'This field is required')
  .max(200, 'Write at most 200 characters')

/** `PATCH /v1/users/me`. */
export const PersonFields = Registration.pick({ first_name: true, last_name: true, phone: true })
/** Omitted fields stay unchanged; null clears a field. */
export const UserUpdate = z.object({
  user: z.object({
    first_name: PersonFields.shape.first_name.nullable().optional(),
    last_name: PersonFields.shape.last_name.nullable().optional(),
    phone: PersonFields.shape.phone.nullable().optional(),
  }),
})

/** `PUT /v1/users/me/password`. */
export const PasswordUpdate = z.object({
  user: z.object({ old_password: OwnPassword, password: NewPassword }),
  /**
   * The page of the shop on which the password is changed; the mail about the change links to it.
   */
  redirect_uri: z.string().max(500).optional(),
})

/**
 * `POST /v1/email_changes`: mails a link to the new mailbox; the change takes effect when that link
 * is opened.
 */
export const EmailChangeRequest = z.object({
  email_change: z.object({
    email: Email,
    password: OwnPassword,
    /** The page of the shop that the mailed link leads to: the one that confirms a mailbox. */
    redirect_uri: z.string().max(500).optional(),
  }),
})
export const EmailChangeReply = z.object({ email_change: z.object({ email: z.string() }) })

/** A logged-in session of the account. */
export const AccountSession = z.object({
  id: z.string(),
  /** `Chrome on Windows`; null when it is unknown. */
  device: z.string().nullable(),
  created_at: Instant,
  last_seen_at: Instant,
  /** The session that makes this call. */
  current: z.boolean(),
})
export const AccountSessionsReply = z.object({ sessions: z.array(AccountSession) })

/**
 * The export of everything stored about an account, for its owner. Weights and signatures are
 * mentioned but not included.
 */
export const AccountExport = z.object({
  exported_at: Instant,
  user: User,
  sessions: z.array(AccountSession),
  /** The code that each log-in asks for; null when none is. Its secret is known to the app alone. */
  second_factor: z.object({ since: Instant, recovery_codes_left: z.number().int() }).nullable(),
  credit_cards: z.array(CreditCard),
  orders: z.array(Order),
  gift_cards: z.array(GiftCard),
  vouchers: z.array(Voucher),
  credits: z.array(Credit),
  subscriptions: z.array(Subscription),
  /** Entries of the shop's forms. */
  form_entries: z.array(
    z.object({
      form: FormName,
      name: z.string(),
      email: z.string().nullable(),
      phone: z.string().nullable(),
      answers: z.record(z.string(), z.string()),
      created_at: Instant,
    }),
  ),
  newsletters: z.array(
    z.object({ list: NewsletterList, email: z.string(), state: z.string(), created_at: Instant }),
  ),
  waitlist_entries: z.array(
    z.object({ email: z.string(), phone: z.string().nullable(), status: z.string(), created_at: Instant }),
  ),
  mails: z.array(z.object({ kind: z.string(), to: z.string(), at: Instant })),
  /** What staff noted about the customer. */
  notes: z.array(z.object({ body: z.string(), created_at: Instant })),
  /** Texts to phones about the account's orders. */
  texts: z.array(
    z.object({ kind: z.string(), to: z.string(), state: z.string(), order_id: Id, at: Instant }),
  ),
  /** Consents to texts: for all orders of a brand, or for one order. */
  text_consents: z.array(
    z.object({
      brand_id: Id,
      order_id: Id.nullable(),
      phone: z.string(),
      words: z.string(),
      given_to: z.string(),
      given_at: Instant,
    }),
  ),
  /** The messages that the account's e-mail switched off, of what the shop sends by itself. */
  care_stops: z.array(z.object({ brand_id: Id, occasion: CareOccasion, stopped_at: Instant })),
  /** Filters of the list of orders that a member of staff keeps. */
  saved_filters: z.array(z.object({ name: z.string(), filter: OrderListFilter, created_at: Instant })),
})
export const AccountExportReply = z.object({ export: AccountExport })

/** The reasons why an account cannot be erased now, and what its owner would lose. */
export const Erasure = z.object({
  flights_ahead: z.array(z.object({ order_id: Id, number: z.string(), depart_at: Instant })),
  payment_under_way: z.boolean(),
  /** The account has a staff role, so it cannot be erased. */
  staff: z.boolean(),
  email_proven: z.boolean(),
  /** The unused account credit, which is lost with the account. */
  credit: Dollars,
  vouchers: Dollars,
  gift_cards: z.number().int(),
  /** Memberships that end with the account. */
  memberships: z.array(z.string()),
})
export const ErasureReply = z.object({ erasure: Erasure })
/** `POST /v1/users/me/erasure`. */
export const ErasureRequest = z.object({
  erasure: z.object({
    password: OwnPassword,
    /** The owner agrees to lose the remaining credit, vouchers and gift cards. */
    give_up_value: z.boolean().optional(),
  }),
})

/** The reasons shown before an erasure and in its refusal. */
export const ERASURE_MESSAGES = {
  unproven: 'Please confirm your e-mail first: then we know that the bookings with it are yours.',
  staff: 'This account belongs to somebody who works here. Please ask an admin.',
  flightAhead: 'A flight you paid for lies ahead. Fly it or cancel it first; then your data can be erased.',
  payment: 'A payment of yours is under way. Please try again once it is over.',
  value: 'Please confirm that what is left on your account may be lost',
} as const

export type AccountSession = z.infer<typeof AccountSession>
export type AccountExport = z.infer<typeof AccountExport>
export type Erasure = z.infer<typeof Erasure>
