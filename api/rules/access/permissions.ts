/**
 * Least to most trusted. A guest's token never carries a role, whoever's e-mail was typed. A key is
 * another system's: it does what its scopes name, of what this table lets keys do at all.
 */
export const audiences = ['visitor', 'guest', 'customer', 'pilot', 'staff', 'admin', 'key'] as const
export type Audience = (typeof audiences)[number]

/** `no`: refused; `own`: only what the caller made or owns; `any`: all of it. */
export type AccessScope = 'no' | 'own' | 'any'
export type PermissionRow = Readonly<Record<Audience, AccessScope>>

const row = (
  visitor: AccessScope,
  guest: AccessScope,
  customer: AccessScope,
  pilot: AccessScope,
  staff: AccessScope,
  admin: AccessScope,
): PermissionRow => ({ visitor, guest, customer, pilot, staff, admin, key: 'no' })
/** The same for keys too: all of it. */
const keysToo = (of: PermissionRow): PermissionRow => ({ ...of, key: 'any' })

const everybody = row('any', 'any', 'any', 'any', 'any', 'any')
/** What every visitor reads a key reads without a scope. */
const publicRead = keysToo(everybody)
/** Whoever has a token, for what is theirs. */
const theirOwn = row('no', 'own', 'own', 'own', 'own', 'own')
/** Whoever is logged in to an account, for that account. */
const accountsOwn = row('no', 'no', 'own', 'own', 'own', 'own')
const accountsOwnOrAll = row('no', 'no', 'own', 'own', 'any', 'any')
const guestsOwn = row('no', 'own', 'no', 'no', 'no', 'no')
const staffOnly = row('no', 'no', 'no', 'no', 'any', 'any')
const adminOnly = row('no', 'no', 'no', 'no', 'no', 'any')
const theirOwnOrAll = row('no', 'own', 'own', 'own', 'any', 'any')

/** The five calls of a resource: who reads it, and who writes it. */
const resource = (plural: string, read: PermissionRow, write: PermissionRow) => ({
  [`GET /v1/${plural}`]: read,
  [`GET /v1/${plural}/:id`]: read,
  [`POST /v1/${plural}`]: write,
  [`PATCH /v1/${plural}/:id`]: write,
  [`DELETE /v1/${plural}/:id`]: write,
})

/** The same for what other systems keep, too. */
const resourceWithKeys = (plural: string, read: PermissionRow, write: PermissionRow) =>
  resource(plural, keysToo(read), keysToo(write))

/**
 * Who may call what. Every call of `/v1` has a row; the service does not start with a call that has
 * none.
 */
export const permissions: Readonly<Record<string, PermissionRow>> = {
  'GET /v1/openapi.json': publicRead,
  'GET /v1/docs': publicRead,

  'POST /v1/users': everybody,
  'POST /v1/customers': everybody,
  'POST /v1/user_token': everybody,
  'POST /v1/user_token/renew': theirOwn,
  'DELETE /v1/user_token': theirOwn,
  'GET /v1/users/me': theirOwn,
  // An account is its owner's: a guest has none, and staff change nobody's.
  'PATCH /v1/users/me': accountsOwn,
  'PUT /v1/users/me/password': accountsOwn,
  'GET /v1/users/me/export': accountsOwn,
  'GET /v1/users/me/erasure': accountsOwn,
  'POST /v1/users/me/erasure': accountsOwn,
  'POST /v1/email_changes': accountsOwn,
  // Who has a role shows a code of an app; whom it is for, the account's roles say.
  'GET /v1/second_factor': accountsOwn,
  'POST /v1/second_factor': accountsOwn,
  'PUT /v1/second_factor': accountsOwn,
  'GET /v1/sessions': accountsOwn,
  'DELETE /v1/sessions': accountsOwn,
  'DELETE /v1/sessions/:id': accountsOwn,
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
  'GET /v1/roles': publicRead,

  // A draft is reached by its unguessable id.
  'POST /v1/drafts': everybody,
  'GET /v1/drafts/:id': everybody,
  'PUT /v1/drafts/:id': everybody,

  // Reached by a code or a mailed secret; rate limits stand before the code.
  'POST /v1/resumptions': everybody,
  'POST /v1/resumptions/open': everybody,
  'POST /v1/reminder_stops': everybody,

  'GET /v1/version': publicRead,
  'GET /v1/promises': everybody,
  'POST /v1/promise_runs': staffOnly,
  'GET /v1/promise_runs/:id': staffOnly,
  'GET /v1/days/:day': staffOnly,
  'POST /v1/day_closings': staffOnly,
  'POST /v1/day_closings/:id/reopen': adminOnly,
  'GET /v1/payouts': staffOnly,
  'GET /v1/payouts/:id': staffOnly,
  'GET /v1/reports/:name': staffOnly,
  'GET /v1/report_runs': staffOnly,
  'POST /v1/report_runs': staffOnly,
  'GET /v1/report_runs/:id': staffOnly,
  'GET /v1/brands': publicRead,
  'GET /v1/brands/:id': publicRead,
  'GET /v1/products': publicRead,
  'GET /v1/products/:id': publicRead,
  'GET /v1/schedules': publicRead,
  // The catalogue: everybody reads it, the desk writes it.
  ...resourceWithKeys('product_categories', everybody, staffOnly),
  ...resourceWithKeys('fares', everybody, staffOnly),
  ...resourceWithKeys('terminals', everybody, staffOnly),
  ...resourceWithKeys('upgrades', everybody, staffOnly),
  ...resourceWithKeys('fees', everybody, staffOnly),
  ...resourceWithKeys('campaigns', everybody, staffOnly),
  ...resourceWithKeys('departures', staffOnly, staffOnly),
  ...resourceWithKeys('departure_exceptions', staffOnly, staffOnly),
  ...resourceWithKeys('aircraft_types', staffOnly, staffOnly),
  ...resourceWithKeys('aircraft', staffOnly, staffOnly),
  ...resourceWithKeys('operators', staffOnly, staffOnly),
  ...resourceWithKeys('discounts', staffOnly, staffOnly),
  'POST /v1/products': keysToo(staffOnly),
  'PATCH /v1/products/:id': keysToo(staffOnly),
  'DELETE /v1/products/:id': keysToo(staffOnly),
  'GET /v1/discount_codes': keysToo(staffOnly),
  'POST /v1/discount_codes': keysToo(staffOnly),
  'PATCH /v1/discount_codes/:id': keysToo(staffOnly),
  'DELETE /v1/discount_codes/:id': keysToo(staffOnly),
  // Whose mails they are and which hosts answer: an admin's.
  'POST /v1/brands': adminOnly,
  'PATCH /v1/brands/:id': adminOnly,
  'DELETE /v1/brands/:id': adminOnly,
  // What is in the books is read; to write it there are calls of their own.
  ...resourceWithKeys('order_item_seats', theirOwnOrAll, staffOnly),
  ...resourceWithKeys('order_item_gift_cards', theirOwnOrAll, staffOnly),
  'GET /v1/payments': keysToo(theirOwnOrAll),
  'GET /v1/payments/:id': keysToo(theirOwnOrAll),
  'PATCH /v1/payments/:id': staffOnly,
  'DELETE /v1/payments/:id': staffOnly,
  'PATCH /v1/refunds/:id': staffOnly,
  'DELETE /v1/refunds/:id': staffOnly,
  'PATCH /v1/credits/:id': staffOnly,
  'DELETE /v1/credits/:id': staffOnly,
  'PATCH /v1/orders/:id': keysToo(staffOnly),
  'DELETE /v1/orders/:id': staffOnly,
  // Weights are in it: operations, and pilots of their own flights; buyers have `GET
  // /v1/orders/:id/passengers`.
  'GET /v1/passengers': row('no', 'no', 'no', 'own', 'any', 'any'),
  'GET /v1/passengers/:id': row('no', 'no', 'no', 'own', 'any', 'any'),
  'POST /v1/passengers': staffOnly,
  'PATCH /v1/passengers/:id': staffOnly,
  'DELETE /v1/passengers/:id': staffOnly,
  // How a flight stands its own pilot says too.
  'PATCH /v1/flights/:id': keysToo(row('no', 'no', 'no', 'own', 'any', 'any')),
  // Roles are given by admins, and to others only.
  'GET /v1/users': staffOnly,
  'GET /v1/users/:id': staffOnly,
  'PATCH /v1/users/:id': adminOnly,
  'DELETE /v1/users/:id': adminOnly,
  // Whom the desk serves: what they bought and have, without codes and weights.
  'GET /v1/customers': staffOnly,
  'GET /v1/customers/:id': staffOnly,
  'POST /v1/customer_merge_previews': staffOnly,
  'POST /v1/customer_merges': staffOnly,
  // What runs behind the shop: the desk sees it, admins meddle with it.
  'GET /v1/member_price_uses': staffOnly,
  'GET /v1/jobs': staffOnly,
  'POST /v1/jobs/:id/retry': adminOnly,
  'POST /v1/jobs/:id/cancel': adminOnly,
  // Who may do what is said by admins, to others.
  'GET /v1/staff_members': adminOnly,
  'POST /v1/staff_members': adminOnly,
  'PUT /v1/staff_members/:id/suspension': adminOnly,
  'DELETE /v1/staff_members/:id/suspension': adminOnly,
  'DELETE /v1/staff_members/:id/second_factor': adminOnly,
  'GET /v1/audit_log': adminOnly,
  'GET /v1/audit_log/:id': adminOnly,
  // Who makes keys is a person: no key makes another, or any role.
  'GET /v1/api_keys': adminOnly,
  'POST /v1/api_keys': adminOnly,
  'DELETE /v1/api_keys/:id': adminOnly,
  // Whom the shop tells what happens, and with which secret: an admin's.
  ...resource('webhook_endpoints', adminOnly, adminOnly),
  'POST /v1/webhook_endpoints/:id/secrets': adminOnly,
  'POST /v1/webhook_endpoints/:id/pings': adminOnly,
  'GET /v1/webhook_deliveries': adminOnly,
  'POST /v1/webhook_deliveries/:id/redeliver': adminOnly,
  'GET /v1/discount_codes/:code': everybody,
  'GET /v1/availability/month': publicRead,
  'GET /v1/availability/day': publicRead,
  'GET /v1/availability/next': publicRead,
  'GET /v1/search': publicRead,
  // With the party's weights, which belong in no address.
  'POST /v1/availability/month': everybody,
  'POST /v1/availability/day': everybody,
  'POST /v1/quotes': everybody,

  // Whoever waits need not have an account; a mailed link reaches one entry, or one offer, and
  // nothing of anybody.
  'POST /v1/waitlist_entries': everybody,
  'GET /v1/waitlist_entries/:token': everybody,
  'DELETE /v1/waitlist_entries/:token': everybody,
  'GET /v1/waitlist_offers/:token': everybody,
  'POST /v1/waitlist_offers/:token/decline': everybody,
  // The line with its names is the desk's.
  'GET /v1/waitlist_entries': staffOnly,

  // Whoever writes to us, enters a contest or wants news need not have an account.
  'GET /v1/form_stamps/:form': everybody,
  'POST /v1/form_entries': everybody,
  'GET /v1/contests': everybody,
  'POST /v1/contests/:id/draws': staffOnly,
  'POST /v1/newsletter_sign_ups': everybody,
  // Reached by the signed link of a mail.
  'POST /v1/newsletter_sign_ups/confirm': everybody,
  'POST /v1/newsletter_stops': everybody,

  'POST /v1/orders': theirOwn,
  // One's own; everybody's where the desk asks for them (`everybody=1`).
  'GET /v1/orders': keysToo(theirOwnOrAll),
  'GET /v1/orders/:id': keysToo(theirOwnOrAll),
  'GET /v1/orders/:id/calendar.ics': theirOwnOrAll,
  'GET /v1/orders/:id/receipt': theirOwnOrAll,
  'PUT /v1/orders/:id/receipt/company': theirOwnOrAll,
  // An account's orders have the account's e-mail; only a guest's can be mistyped.
  'PUT /v1/orders/:id/email': guestsOwn,
  // A mailed secret opens one order to read, and nothing else of anybody.
  'GET /v1/receipt_links/:token': everybody,
  'GET /v1/order_links/:token': everybody,
  'GET /v1/order_links/:token/calendar.ics': everybody,
  'GET /v1/order_links/:token/photos/:photo': everybody,
  // Those with paid seats on it. Which aircraft flies: the desk's (`everybody=1`), and a pilot's
  // own.
  'GET /v1/flights': theirOwnOrAll,
  'GET /v1/flights/:id': theirOwnOrAll,
  'GET /v1/flights/:id/photos/:photo': theirOwn,
  // A pilot's own flights, the staff's all.
  'POST /v1/flights/:id/photos': row('no', 'no', 'no', 'own', 'any', 'any'),
  'DELETE /v1/flights/:id/photos/:photo': row('no', 'no', 'no', 'own', 'any', 'any'),
  // Customers read the public ones of their own orders.
  'GET /v1/comments': theirOwnOrAll,
  'GET /v1/comments/:id': theirOwnOrAll,
  'POST /v1/comments': staffOnly,
  'PATCH /v1/comments/:id': staffOnly,
  'DELETE /v1/comments/:id': staffOnly,
  // Done or not, and the links: the buyer's. What passengers give is between them and operations.
  'GET /v1/orders/:id/passengers': theirOwn,
  'PATCH /v1/orders/:id/passengers/:passenger': staffOnly,
  'POST /v1/orders/:id/passengers/:passenger/link': theirOwn,
  'POST /v1/orders/:id/passengers/:passenger/mails': theirOwn,
  // A passenger is whoever has the link.
  'GET /v1/passenger_links/:token': everybody,
  'PUT /v1/passenger_links/:token': everybody,
  // With `GET /v1/passengers` what tells a weight.
  'GET /v1/flights/:id/manifest': row('no', 'no', 'no', 'own', 'any', 'any'),
  // The day with its flights: operations, and a pilot's own.
  'GET /v1/flight_days/:date': row('no', 'no', 'no', 'own', 'any', 'any'),
  'PATCH /v1/flights/:id/passengers/:passenger': staffOnly,
  'POST /v1/call_off_previews': staffOnly,
  'POST /v1/departure_weeks': staffOnly,
  'POST /v1/discount_code_batches': staffOnly,
  // The counter: whose drawer it is opens and counts it; an admin sees all of them.
  'POST /v1/counter_payments': staffOnly,
  'POST /v1/orders/:id/counter_quotes': staffOnly,
  'GET /v1/drawers': row('no', 'no', 'no', 'no', 'own', 'any'),
  'POST /v1/drawers': staffOnly,
  'POST /v1/drawers/:id/count': staffOnly,
  'GET /v1/hand_outs': staffOnly,
  'POST /v1/hand_outs': staffOnly,
  'POST /v1/vouchers': staffOnly,
  'POST /v1/orders/:id/payment_links': staffOnly,
  // Reached by the signed link of a mail.
  'POST /v1/payment_links/preview': everybody,
  'POST /v1/payment_links/open': everybody,
  'GET /v1/staff_tasks': staffOnly,
  'PATCH /v1/staff_tasks/:id': staffOnly,
  'POST /v1/payments': theirOwnOrAll,
  // Who cancels by the rule is who bought; staff cancel for them up to a limit (`refund-limit.ts`).
  'GET /v1/orders/:id/cancellation': theirOwn,
  'POST /v1/orders/:id/cancellation': theirOwn,
  'POST /v1/orders/:id/cancellation_previews': staffOnly,
  'POST /v1/orders/:id/staff_cancellations': staffOnly,
  // Who adds to an order pays for it: its buyer.
  'POST /v1/orders/:id/upgrade_quotes': theirOwn,
  'PATCH /v1/orders/:id/update_upgrades': theirOwn,
  // Who flies on another day says so themselves.
  'GET /v1/reschedules/:item': theirOwn,
  'POST /v1/orders/:id/reschedule_quotes': theirOwn,
  'PATCH /v1/orders/:id/reschedule_flight': theirOwn,
  // Staff move it for the customer.
  'POST /v1/orders/:id/staff_reschedule_quotes': staffOnly,
  'POST /v1/orders/:id/staff_reschedules': staffOnly,
  // What comes of it goes to the order's mailbox alone.
  'POST /v1/reschedule_links': everybody,
  'POST /v1/reschedule_links/open': everybody,
  // The desk calls a departure off; what it means for each is theirs who have the link, or who
  // bought.
  'POST /v1/call_offs': staffOnly,
  'GET /v1/call_offs/:id': staffOnly,
  'GET /v1/reschedule_claims/:token': everybody,
  'POST /v1/reschedule_claims/:token/answer': everybody,
  'POST /v1/reschedule_claims/:token/alternatives': everybody,
  'POST /v1/reschedule_claim_links': everybody,
  // Staff read it without the secret of its link, and choose for a caller.
  'GET /v1/orders/:id/reschedule_claim': theirOwnOrAll,
  'POST /v1/orders/:id/reschedule_claim/answer': staffOnly,
  'POST /v1/orders/:id/reschedule_claim/alternatives': staffOnly,
  // Staff up to a limit for each order (`refund-limit.ts`).
  'GET /v1/refunds': keysToo(staffOnly),
  'GET /v1/refunds/:id': keysToo(staffOnly),
  'POST /v1/refunds': staffOnly,
  'POST /v1/refund_previews': staffOnly,
  // What the desk reads beside the order itself.
  'GET /v1/orders/:id/file': staffOnly,
  'GET /v1/mails': staffOnly,
  'POST /v1/mails/:id/copies': staffOnly,
  'POST /v1/mails/:id/corrections': staffOnly,
  // The mail provider tells with a key what did not arrive; it learns nothing by it.
  'POST /v1/mail_bounces': keysToo(adminOnly),
  // Guests redeem nothing (spec section 6). Staff see everybody's, without the codes.
  'GET /v1/gift_cards': accountsOwnOrAll,
  'GET /v1/vouchers': accountsOwnOrAll,
  // A card that nobody paid for is an admin's gift; the day of one is the desk's to put off.
  'GET /v1/gift_cards/:id': accountsOwnOrAll,
  'POST /v1/gift_cards': adminOnly,
  'PATCH /v1/gift_cards/:id': staffOnly,
  'DELETE /v1/gift_cards/:id': staffOnly,
  'GET /v1/vouchers/:id': accountsOwnOrAll,
  'PATCH /v1/vouchers/:id': staffOnly,
  'DELETE /v1/vouchers/:id': staffOnly,
  'GET /v1/prizes': accountsOwnOrAll,
  'GET /v1/prizes/:id': accountsOwnOrAll,
  'POST /v1/prizes': staffOnly,
  'PATCH /v1/prizes/:id': staffOnly,
  'DELETE /v1/prizes/:id': staffOnly,
  // Who gives is who bought: staff give nobody's away.
  'POST /v1/gift_cards/share': accountsOwn,
  'GET /v1/gift_shares/:id': accountsOwn,
  'PATCH /v1/gift_shares/:id': accountsOwn,
  'POST /v1/gift_shares/:id/take_back': accountsOwn,
  // Whoever has the mailed link; the codes behind it are good for the proven mailbox alone.
  'GET /v1/gifts/:token': everybody,
  'POST /v1/gifts/:token/open': everybody,
  'PATCH /v1/gifts/:token': everybody,
  'POST /v1/code_mails': accountsOwn,
  // What kind of code it is, anybody may ask.
  'POST /v1/codes': everybody,
  'GET /v1/credits': accountsOwnOrAll,
  'GET /v1/credit_movements': accountsOwn,
  'GET /v1/credits/:id': accountsOwnOrAll,
  'POST /v1/credits': staffOnly,
  'GET /v1/plans': publicRead,
  // A guest's is the one its own session bought.
  'GET /v1/subscriptions': theirOwn,
  'POST /v1/subscriptions': theirOwn,
  'PATCH /v1/subscriptions/:id': accountsOwn,
  'POST /v1/subscriptions/:id/payment': accountsOwn,
  // Proven by the provider's signature.
  'POST /v1/stripe/webhooks': everybody,
}

/** What counts of a caller: a guest's roles never do. */
export interface CallerFacts {
  kind: 'visitor' | 'guest' | 'customer' | 'key'
  roles?: readonly ('admin' | 'staff' | 'pilot')[]
}

/** The most trusted audience a caller belongs to. */
export function getAudience(caller: CallerFacts): Audience {
  if (caller.kind !== 'customer') return caller.kind
  return (['admin', 'staff', 'pilot'] as const).find((role) => caller.roles?.includes(role)) ?? 'customer'
}

/**
 * How far a caller reaches with a call, `GET /v1/orders/:id` say; undefined for a call without a
 * row.
 */
export function findAccess(call: string, caller: CallerFacts): AccessScope | undefined {
  return permissions[call]?.[getAudience(caller)]
}

/** What a key needs for a call: `terminals:write`. None for what every visitor reads. */
export function getRequiredScope(call: string): string | undefined {
  const [method = '', path = ''] = call.split(' ')
  if (method === 'GET' && permissions[call]?.visitor === 'any') return undefined
  return `${path.split('/')[2] ?? ''}:${method === 'GET' ? 'read' : 'write'}`
}

/** Every scope there is: what this table lets keys do. */
export const keyScopes: readonly string[] = [
  ...new Set(
    Object.entries(permissions).flatMap(([call, { key }]) =>
      key === 'no' ? [] : (getRequiredScope(call) ?? []),
    ),
  ),
].sort()
