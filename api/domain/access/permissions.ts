/** Least to most trusted. A guest's token never carries a role, whoever's e-mail was typed. */
export const audiences = ['visitor', 'guest', 'customer', 'pilot', 'staff', 'admin'] as const
export type Audience = (typeof audiences)[number]

/** `no`: refused; `own`: only what the caller made or owns; `any`: all of it. */
export type Reach = 'no' | 'own' | 'any'
export type PermissionRow = Readonly<Record<Audience, Reach>>

const row = (
  visitor: Reach,
  guest: Reach,
  customer: Reach,
  pilot: Reach,
  staff: Reach,
  admin: Reach,
): PermissionRow => ({ visitor, guest, customer, pilot, staff, admin })

const everybody = row('any', 'any', 'any', 'any', 'any', 'any')
/** Whoever has a token, for what is theirs. */
const theirOwn = row('no', 'own', 'own', 'own', 'own', 'own')
/** Whoever is logged in to an account, for that account. */
const accountsOwn = row('no', 'no', 'own', 'own', 'own', 'own')
const accountsOwnOrAll = row('no', 'no', 'own', 'own', 'any', 'any')
const guestsOwn = row('no', 'own', 'no', 'no', 'no', 'no')
const staffOnly = row('no', 'no', 'no', 'no', 'any', 'any')
const theirOwnOrAll = row('no', 'own', 'own', 'own', 'any', 'any')

/** Who may call what. Every call of `/v1` has a row; the service does not start with a call that has none. */
export const permissions: Readonly<Record<string, PermissionRow>> = {
  'GET /v1/openapi.json': everybody,

  'POST /v1/users': everybody,
  'POST /v1/customers': everybody,
  'POST /v1/user_token': everybody,
  'POST /v1/user_token/renew': theirOwn,
  'DELETE /v1/user_token': theirOwn,
  'GET /v1/users/me': theirOwn,
  // Cards are their owner's alone: nobody else needs them, staff neither.
  'GET /v1/users/:id/credit_cards': accountsOwn,
  'POST /v1/users/:id/credit_cards': accountsOwn,
  'PATCH /v1/users/:id/credit_cards/:card': accountsOwn,
  'DELETE /v1/users/:id/credit_cards/:card': accountsOwn,
  'POST /v1/password_resets': everybody,
  'GET /v1/password_resets/:token': everybody,
  'PUT /v1/password_resets/:token': everybody,
  // A guest has no account to prove; the link itself may be opened by anybody who has it.
  'POST /v1/email_proofs': accountsOwn,
  'GET /v1/email_proofs/:token': everybody,
  'PUT /v1/email_proofs/:token': everybody,
  'GET /v1/roles': everybody,

  // A draft is reached by its unguessable id.
  'POST /v1/drafts': everybody,
  'GET /v1/drafts/:id': everybody,
  'PUT /v1/drafts/:id': everybody,

  // Reached by a code or a mailed secret; rate limits stand before the code.
  'POST /v1/resumptions': everybody,
  'POST /v1/resumptions/open': everybody,
  'POST /v1/reminder_stops': everybody,

  'GET /v1/version': everybody,
  'GET /v1/promises': everybody,
  'POST /v1/promise_runs': staffOnly,
  'GET /v1/promise_runs/:id': staffOnly,
  'GET /v1/brands': everybody,
  'GET /v1/brands/:id': everybody,
  'GET /v1/products': everybody,
  'GET /v1/products/:id': everybody,
  'GET /v1/product_categories': everybody,
  'GET /v1/product_categories/:id': everybody,
  'GET /v1/fares': everybody,
  'GET /v1/fares/:id': everybody,
  'GET /v1/schedules': everybody,
  'GET /v1/terminals': everybody,
  'GET /v1/terminals/:id': everybody,
  'GET /v1/upgrades': everybody,
  'GET /v1/upgrades/:id': everybody,
  'GET /v1/fees': everybody,
  'GET /v1/fees/:id': everybody,
  'GET /v1/campaigns': everybody,
  'GET /v1/campaigns/:id': everybody,
  'GET /v1/discount_codes/:code': everybody,
  'GET /v1/availability/month': everybody,
  'GET /v1/availability/day': everybody,
  'GET /v1/availability/next': everybody,
  // With the party's weights, which belong in no address.
  'POST /v1/availability/month': everybody,
  'POST /v1/availability/day': everybody,
  'POST /v1/quotes': everybody,

  // Whoever waits need not have an account; a mailed link reaches one entry, or one offer, and nothing of anybody.
  'POST /v1/waitlist_entries': everybody,
  'GET /v1/waitlist_entries/:token': everybody,
  'DELETE /v1/waitlist_entries/:token': everybody,
  'GET /v1/waitlist_offers/:token': everybody,
  'POST /v1/waitlist_offers/:token/decline': everybody,
  // The line with its names is the desk's.
  'GET /v1/waitlist_entries': staffOnly,

  'POST /v1/orders': theirOwn,
  'GET /v1/orders': theirOwn,
  'GET /v1/orders/:id': theirOwnOrAll,
  'GET /v1/orders/:id/calendar.ics': theirOwnOrAll,
  'GET /v1/orders/:id/receipt': theirOwnOrAll,
  'PUT /v1/orders/:id/receipt/company': theirOwnOrAll,
  // An account's orders have the account's e-mail; only a guest's can be mistyped.
  'PUT /v1/orders/:id/email': guestsOwn,
  // Done or not, and the links: the buyer's. What passengers give is between them and operations.
  'GET /v1/orders/:id/passengers': theirOwn,
  'POST /v1/orders/:id/passengers/:passenger/link': theirOwn,
  'POST /v1/orders/:id/passengers/:passenger/mails': theirOwn,
  // A passenger is whoever has the link.
  'GET /v1/passenger_links/:token': everybody,
  'PUT /v1/passenger_links/:token': everybody,
  // The only call that tells a weight.
  'GET /v1/flights/:id/manifest': row('no', 'no', 'no', 'own', 'any', 'any'),
  'GET /v1/staff_tasks': staffOnly,
  'PATCH /v1/staff_tasks/:id': staffOnly,
  'POST /v1/payments': theirOwnOrAll,
  // Who cancels is who bought; staff refund.
  'GET /v1/orders/:id/cancellation': theirOwn,
  'POST /v1/orders/:id/cancellation': theirOwn,
  // Who adds to an order pays for it: its buyer.
  'POST /v1/orders/:id/upgrade_quotes': theirOwn,
  'PATCH /v1/orders/:id/update_upgrades': theirOwn,
  // Staff up to a limit for each order (`refund-limit.ts`).
  'GET /v1/refunds': staffOnly,
  'GET /v1/refunds/:id': staffOnly,
  'POST /v1/refunds': staffOnly,
  // Guests redeem nothing (spec section 6). Staff see everybody's, without the codes.
  'GET /v1/gift_cards': accountsOwnOrAll,
  'GET /v1/vouchers': accountsOwnOrAll,
  // Who gives is who bought: staff give nobody's away.
  'POST /v1/gift_cards/share': accountsOwn,
  // What kind of code it is, anybody may ask.
  'POST /v1/codes': everybody,
  'GET /v1/credits': accountsOwnOrAll,
  'GET /v1/credits/:id': accountsOwnOrAll,
  'POST /v1/credits': staffOnly,
  'GET /v1/plans': everybody,
  // A guest's is the one its own session bought.
  'GET /v1/subscriptions': theirOwn,
  'POST /v1/subscriptions': theirOwn,
  'PATCH /v1/subscriptions/:id': accountsOwn,
  'POST /v1/subscriptions/:id/payment': accountsOwn,
  // Proven by the provider's signature.
  'POST /v1/stripe/webhooks': everybody,
}

/** What counts of a caller: a guest's roles never do. */
export interface AudienceOf {
  kind: 'visitor' | 'guest' | 'customer'
  roles?: readonly ('admin' | 'staff' | 'pilot')[]
}

/** The most trusted audience a caller belongs to. */
export function audienceOf(caller: AudienceOf): Audience {
  if (caller.kind !== 'customer') return caller.kind
  return (['admin', 'staff', 'pilot'] as const).find((role) => caller.roles?.includes(role)) ?? 'customer'
}

/** How far a caller reaches with a call, `GET /v1/orders/:id` say; undefined for a call without a row. */
export function findReach(call: string, caller: AudienceOf): Reach | undefined {
  return permissions[call]?.[audienceOf(caller)]
}
