import { ANSWER_USE } from '../../access/idempotent.ts'
import { secondFactorUse } from '../../accounts/second-factor.ts'
import { rebookingTokenUses } from '../../disruptions/rebooking-offer-token.ts'
import { codeUses } from '../../gateways/sealed-text.ts'
import { ENTRY_SECRET_USE } from '../../gateways/link-secret.ts'
import { GIFT_MESSAGE_USE } from '../../gifts/read-gift-item.ts'
import { MEMBER_EMAIL_USE } from '../../memberships/member-price-uses.ts'
import { normaliseEmail } from '../../memberships/rules/normalise-email.ts'
import {
  normalizeReminderEmail,
  REMINDER_EMAIL_USE,
} from '../../orders/checkout-transfer/checkout-transfer-secret.ts'
import { passengerLinkUses } from '../../passengers/make-passenger-links.ts'
import { CARE_EMAIL_USE } from '../../store/care/care-stops.ts'
import { MAIL_SECRET_USE } from '../../store/mails/mail-secret.ts'
import { orderLinkUses } from '../../store/orders/order-link.ts'
import { draftUse } from '../../store/orders/save-draft.ts'
import { TEXT_SECRET_USE } from '../../store/texts/queue-text.ts'
import { TEXT_NUMBER_USE } from '../../store/texts/text-numbers.ts'
import { WEBHOOK_SECRET_USE } from '../../webhooks/webhook-secret.ts'

/** A column of texts sealed with `CODE_SECRET`. */
export interface SealedColumn {
  /** What the rows are, in the words of the doctor. */
  what: string
  table: string
  column: string
  /** The column with the keyed hash of the same text, which changes with it. */
  hash?: { column: string; use: string }
  /** The column that the purpose of a row is made of. */
  boundTo?: string
  /** The purpose for which a row is sealed. */
  use: (bound: string) => string
}

/** A column of keyed hashes whose values are stored nowhere in the row. */
export interface HashedColumn {
  what: string
  table: string
  column: string
  /** Rows that still count, in SQL. */
  live?: string
  /** Finds the values that the database knows from elsewhere; without it, a row changes with its use. */
  known?: KnownValues
  /** What becomes of the rows when their key goes. */
  lost: string
}

interface KnownValues {
  use: string
  /** SELECT of all texts that may have been hashed, as `value`. */
  values: string
  /** How a text is written before it is hashed. */
  normalize: (text: string) => string
  /** The columns that make the hash unique together with it. */
  beside: readonly string[]
  /** The column that keeps the replaced hash, for links that name it. */
  former?: string
}

const always = (use: string) => () => use
const ofNumber = (use: (id: number) => string) => (bound: string) => use(Number(bound))

/** Every column that holds a text sealed with `CODE_SECRET`: the job seals it anew. */
export const sealedColumns: readonly SealedColumn[] = [
  {
    what: 'gift cards',
    table: 'gift_cards',
    column: 'code_sealed',
    hash: { column: 'code_hash', use: codeUses.hash },
    boundTo: 'code_hash',
    use: codeUses.seal,
  },
  {
    what: 'vouchers',
    table: 'vouchers',
    column: 'code_sealed',
    hash: { column: 'code_hash', use: codeUses.hash },
    boundTo: 'code_hash',
    use: codeUses.seal,
  },
  {
    what: 'links to orders',
    table: 'order_links',
    column: 'token_sealed',
    hash: { column: 'token_hash', use: orderLinkUses.hash },
    boundTo: 'order_id',
    use: ofNumber(orderLinkUses.seal),
  },
  {
    what: 'links of passengers',
    table: 'passenger_links',
    column: 'token_sealed',
    hash: { column: 'token_hash', use: passengerLinkUses.hash },
    boundTo: 'token_hash',
    use: passengerLinkUses.seal,
  },
  {
    what: 'links of rebooking offers',
    table: 'reschedule_claims',
    column: 'token_sealed',
    hash: { column: 'token_hash', use: rebookingTokenUses.hash },
    boundTo: 'token_hash',
    use: rebookingTokenUses.seal,
  },
  {
    what: 'second factors',
    table: 'second_factors',
    column: 'secret_sealed',
    boundTo: 'user_id',
    use: ofNumber(secondFactorUse),
  },
  {
    what: 'secrets of webhook endpoints',
    table: 'webhook_endpoints',
    column: 'secret_sealed',
    use: always(WEBHOOK_SECRET_USE),
  },
  {
    what: 'former secrets of webhook endpoints',
    table: 'webhook_endpoints',
    column: 'old_secret_sealed',
    use: always(WEBHOOK_SECRET_USE),
  },
  {
    what: 'messages of gifts',
    table: 'gift_shares',
    column: 'message_sealed',
    use: always(GIFT_MESSAGE_USE),
  },
  {
    what: 'messages of ordered gift cards',
    table: 'order_item_gift_cards',
    column: 'message_sealed',
    use: always(GIFT_MESSAGE_USE),
  },
  {
    what: 'links of waitlist entries',
    table: 'waitlist_entries',
    column: 'token_sealed',
    use: always(ENTRY_SECRET_USE),
  },
  { what: 'drafts of orders', table: 'drafts', column: 'sealed', boundTo: 'id', use: draftUse },
  { what: 'links in mails', table: 'mails', column: 'sealed', use: always(MAIL_SECRET_USE) },
  { what: 'links in texts', table: 'texts', column: 'sealed', use: always(TEXT_SECRET_USE) },
  { what: 'answers kept for a day', table: 'idempotency_keys', column: 'body', use: always(ANSWER_USE) },
]

const lower = (text: string) => text.toLowerCase()
/** Every address that the shop may write to by itself. */
const ADDRESSES = `select email as value from users union select email from orders
  union select "to" from mails`

/** Every column of keyed hashes that are looked up by what somebody shows or types. */
export const hashedColumns: readonly HashedColumn[] = [
  {
    what: 'API keys',
    table: 'api_keys',
    column: 'key_hash',
    live: 'revoked_at is null and (expires_at is null or expires_at > now())',
    lost: 'must be made anew; each changes with its next call',
  },
  {
    what: 'recovery codes',
    table: 'recovery_codes',
    column: 'code_hash',
    live: 'used_at is null',
    lost: 'no longer open anything; their owners make new ones under /staff/security or in their account',
  },
  {
    what: 'known devices',
    table: 'known_devices',
    column: 'device_hash',
    lost: 'cause a mail about a new device; each changes with its next log-in',
  },
  {
    what: 'e-mails that took the members’ price',
    table: 'member_price_uses',
    column: 'email_key',
    known: { use: MEMBER_EMAIL_USE, values: ADDRESSES, normalize: normaliseEmail, beside: [] },
    lost: 'may take it once more',
  },
  {
    what: 'cards that took the members’ price',
    table: 'member_price_uses',
    column: 'card_key',
    lost: 'may take it once more; each changes when the card pays',
  },
  {
    what: 'addresses that want no care messages',
    table: 'care_stops',
    column: 'email_hash',
    known: {
      use: CARE_EMAIL_USE,
      values: ADDRESSES,
      normalize: lower,
      beside: ['brand_id', 'occasion'],
      former: 'former_hash',
    },
    lost: 'get them again when they book again',
  },
  {
    what: 'addresses that want no reminders',
    table: 'reminder_stops',
    column: 'email_hash',
    known: {
      use: REMINDER_EMAIL_USE,
      values: `${ADDRESSES} union select email from reminders`,
      normalize: normalizeReminderEmail,
      beside: [],
    },
    lost: 'get one when they ask for it again',
  },
  {
    what: 'numbers that want no texts',
    table: 'text_numbers',
    column: 'number_hash',
    known: {
      use: TEXT_NUMBER_USE,
      values: `select "to" as value from texts union select phone from text_consents
        union select phone from account_text_consents`,
      normalize: (phone) => phone,
      beside: ['brand_id'],
    },
    lost: 'get texts again when they agree to them again',
  },
  {
    what: 'checkouts that continue on another device',
    table: 'resumptions',
    column: 'secret_hash',
    live: 'opened_at is null and expires_at > now()',
    lost: 'cannot be continued; they end by themselves within a day',
  },
  {
    what: 'links that stop reminders',
    table: 'reminders',
    column: 'stop_hash',
    lost: 'no longer stop them; they end by themselves within thirty days',
  },
]
