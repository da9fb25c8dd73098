import { type RoleName } from './roles.ts'

/**
 * From the least to the most trusted. A guest's token never carries a role, whichever e-mail was
 * typed. An API key belongs to another system: it may do what its scopes name, within what this
 * table allows for keys.
 */
export const audiences = ['visitor', 'guest', 'customer', 'agent', 'pilot', 'staff', 'admin', 'key'] as const
export type Audience = (typeof audiences)[number]

/** `no`: refused; `own`: only what the caller made or owns; `any`: everything. */
export type AccessScope = 'no' | 'own' | 'any'
type PermissionRow = Readonly<Record<Audience, AccessScope>>

/** Agents may what every customer may; only what is theirs as agents has rows that say more. */
const row = (
  visitor: AccessScope,
  guest: AccessScope,
  customer: AccessScope,
  pilot: AccessScope,
  staff: AccessScope,
  admin: AccessScope,
): PermissionRow => ({ visitor, guest, customer, agent: customer, pilot, staff, admin, key: 'no' })
/** The same row, with their own for agents. */
const agentsToo = (of: PermissionRow): PermissionRow => ({ ...of, agent: 'own' })
/** The same row, with full access for API keys. */
const keysToo = (of: PermissionRow): PermissionRow => ({ ...of, key: 'any' })

const everybody = row('any', 'any', 'any', 'any', 'any', 'any')
/** An API key needs no scope for what every visitor may read. */
const publicRead = keysToo(everybody)
/** Everybody with a token, for what belongs to them. */
const theirOwn = row('no', 'own', 'own', 'own', 'own', 'own')
/** Everybody who is logged in to an account, for that account. */
const accountsOwn = row('no', 'no', 'own', 'own', 'own', 'own')
/** Everybody whose role counts, for how they themselves sign in. */
const rolesOwn = row('no', 'no', 'no', 'own', 'own', 'own')
const accountsOwnOrAll = row('no', 'no', 'own', 'own', 'any', 'any')
const guestsOwnOrStaff = row('no', 'own', 'no', 'no', 'any', 'any')
const staffOnly = row('no', 'no', 'no', 'no', 'any', 'any')
/** Staff, for what they keep for themselves. */
const staffsOwn = row('no', 'no', 'no', 'no', 'own', 'own')
/** Whoever flies: pilots, and staff and admins who are pilots as well. */
const pilotsOwn = row('no', 'no', 'no', 'own', 'own', 'own')
const adminOnly = row('no', 'no', 'no', 'no', 'no', 'any')
const theirOwnOrAll = row('no', 'own', 'own', 'own', 'any', 'any')

/** The five calls of a resource, with who may read it and who may write it. */
const resource = (plural: string, read: PermissionRow, write: PermissionRow) => ({
  [`GET /v1/${plural}`]: read,
  [`GET /v1/${plural}/:id`]: read,
  [`POST /v1/${plural}`]: write,
  [`PATCH /v1/${plural}/:id`]: write,
  [`DELETE /v1/${plural}/:id`]: write,
})

/** The five calls of a resource that other systems may maintain with an API key. */
const resourceWithKeys = (plural: string, read: PermissionRow, write: PermissionRow) =>
  resource(plural, keysToo(read), keysToo(write))

/**
 * Who may make which call. Every call of `/v1` has a row; the service does not start when one is
 * missing.
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
  // Only the owner changes an account: guests have none, and staff change nobody's.
  'PATCH /v1/users/me': accountsOwn,
  'PUT /v1/users/me/password': accountsOwn,
  'GET /v1/users/me/export': accountsOwn,
  'GET /v1/users/me/text_consents': accountsOwn,
  'PUT /v1/users/me/text_consents/:brand_id': accountsOwn,
  'DELETE /v1/users/me/text_consents/:brand_id': accountsOwn,
  'GET /v1/users/me/care_wishes/:brand_id': accountsOwn,
  'PUT /v1/users/me/care_wishes/:brand_id': accountsOwn,
  'GET /v1/users/me/erasure': accountsOwn,
  'POST /v1/users/me/erasure': accountsOwn,
  'POST /v1/email_changes': accountsOwn,
  // Users with a role, and customers who want it, enter a code of an authenticator app; the roles of
  // the account say who they are.
  'GET /v1/second_factor': accountsOwn,
  'POST /v1/second_factor': accountsOwn,
  'PUT /v1/second_factor': accountsOwn,
  'DELETE /v1/second_factor': accountsOwn,
  // Only in a session with a second factor, which the calls check themselves.
  'GET /v1/second_factor/recovery_codes': accountsOwn,
  'POST /v1/second_factor/recovery_codes': accountsOwn,
  // They stand in for the app's code, so no role counts yet.
  'PUT /v1/second_factor/recovery_codes': accountsOwn,
  'GET /v1/passkeys': rolesOwn,
  'POST /v1/passkeys': rolesOwn,
  'DELETE /v1/passkeys/:id': rolesOwn,
  // Who may make one for what, the challenge says; an answer to it opens the session.
  'POST /v1/passkey_challenges': everybody,
  'PUT /v1/second_factor/passkey': accountsOwn,
  'POST /v1/user_token/passkey': everybody,
  'GET /v1/sessions': accountsOwn,
  'DELETE /v1/sessions': accountsOwn,
  'DELETE /v1/sessions/:id': accountsOwn,
  // Only owners see their cards; staff do not need them either.
  'GET /v1/users/:id/credit_cards': accountsOwn,
  'POST /v1/users/:id/credit_cards': accountsOwn,
  'PATCH /v1/users/:id/credit_cards/:card': accountsOwn,
  'DELETE /v1/users/:id/credit_cards/:card': accountsOwn,
  'POST /v1/password_resets': everybody,
  'GET /v1/password_resets/:token': everybody,
  'PUT /v1/password_resets/:token': everybody,
  // A guest has no account to prove. Everybody who has the link may open it.
  'POST /v1/email_proofs': accountsOwn,
  'GET /v1/email_proofs/:token': everybody,
  'PUT /v1/email_proofs/:token': everybody,
  'GET /v1/roles': publicRead,

  // An unguessable id protects a draft.
  'POST /v1/drafts': everybody,
  'GET /v1/drafts/:id': everybody,
  'PUT /v1/drafts/:id': everybody,

  // A code or a mailed secret protects it; rate limits protect the code.
  'POST /v1/resumptions': everybody,
  'POST /v1/resumptions/open': everybody,
  'POST /v1/reminder_stops': everybody,
  'PUT /v1/care_stops': everybody,
  'GET /v1/care_reports': staffOnly,
  'PATCH /v1/care_reports/:brand_id/:occasion': adminOnly,

  'GET /v1/written_texts': publicRead,
  'GET /v1/written_text_versions': staffOnly,
  'GET /v1/written_texts/:brand_id/:name': staffOnly,
  'GET /v1/written_text_versions/:brand_id/:name/:version': staffOnly,
  'POST /v1/written_text_versions': adminOnly,
  'POST /v1/written_text_previews': adminOnly,
  'GET /v1/written_text_drafts': staffOnly,
  'POST /v1/written_text_drafts': adminOnly,
  'DELETE /v1/written_text_drafts/:id': adminOnly,

  'GET /v1/version': publicRead,
  'GET /v1/promises': everybody,
  'POST /v1/promise_runs': staffOnly,
  'GET /v1/promise_runs/:id': staffOnly,
  'GET /v1/days/:day': staffOnly,
  'POST /v1/day_closings': staffOnly,
  'POST /v1/day_closings/:id/reopen': adminOnly,
  // Agents read their own commission; what they get and that they got it is an admin's.
  'GET /v1/agents': agentsToo(staffOnly),
  'POST /v1/agents': adminOnly,
  'GET /v1/agents/:id': agentsToo(staffOnly),
  'PATCH /v1/agents/:id': adminOnly,
  'POST /v1/agents/:id/terms': adminOnly,
  'GET /v1/agent_statements/:id': agentsToo(staffOnly),
  'POST /v1/agent_statements/:id/payment': adminOnly,
  'GET /v1/payouts': staffOnly,
  'GET /v1/payouts/:id': staffOnly,
  'GET /v1/reports/:name': staffOnly,
  'GET /v1/report_rows': staffOnly,
  'GET /v1/report_overviews': staffOnly,
  'GET /v1/report_runs': staffOnly,
  'POST /v1/report_runs': staffOnly,
  'GET /v1/report_runs/:id': staffOnly,
  // Whoever may read reports keeps them for all, and mails them to nobody else.
  'GET /v1/saved_reports': staffOnly,
  'POST /v1/saved_reports': staffOnly,
  'GET /v1/saved_reports/:id': staffOnly,
  'PATCH /v1/saved_reports/:id': staffOnly,
  'DELETE /v1/saved_reports/:id': staffOnly,
  'DELETE /v1/saved_reports/:id/recipient': staffsOwn,
  'GET /v1/brands': publicRead,
  'GET /v1/brands/:id': publicRead,
  'GET /v1/products': publicRead,
  'GET /v1/products/:id': publicRead,
  'GET /v1/schedules': publicRead,
  // Everybody reads the catalogue, staff write it.
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
  // Brands define the sender of mails and the host names, so only admins change them.
  'POST /v1/brands': adminOnly,
  'PATCH /v1/brands/:id': adminOnly,
  'DELETE /v1/brands/:id': adminOnly,
  // Ledger rows are only read here; other calls write them.
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
  // Passengers include weights, so operations see them, and pilots those of their own flights.
  // Buyers use `GET /v1/orders/:id/passengers`.
  'GET /v1/passengers': row('no', 'no', 'no', 'own', 'any', 'any'),
  'GET /v1/passengers/:id': row('no', 'no', 'no', 'own', 'any', 'any'),
  'POST /v1/passengers': staffOnly,
  'PATCH /v1/passengers/:id': staffOnly,
  'DELETE /v1/passengers/:id': staffOnly,
  // The pilot of a flight may change its status too.
  'PATCH /v1/flights/:id': keysToo(row('no', 'no', 'no', 'own', 'any', 'any')),
  // Only admins give roles, and only to others.
  'GET /v1/users': staffOnly,
  'GET /v1/users/:id': staffOnly,
  'PATCH /v1/users/:id': adminOnly,
  'DELETE /v1/users/:id': adminOnly,
  // Customers as staff see them: what they bought and have, without codes and weights.
  'GET /v1/customers': staffOnly,
  'GET /v1/callers': staffOnly,
  'GET /v1/customers/:id': staffOnly,
  // Only of a walk-in, who gave none.
  'PUT /v1/customers/:id/email': staffOnly,
  // Opens an account to whoever has its password, so an admin answers for it.
  'POST /v1/customers/:id/second_factor_removals': adminOnly,
  'POST /v1/customer_merge_previews': staffOnly,
  'POST /v1/customer_merges': staffOnly,
  // What can be sold to a party, with the weight that each departure still takes.
  'POST /v1/sale_days': staffOnly,
  'POST /v1/sale_grids': staffOnly,
  // Background work of the shop: staff see it, admins intervene.
  'GET /v1/member_price_uses': staffOnly,
  'GET /v1/jobs': staffOnly,
  'POST /v1/jobs/:id/retry': adminOnly,
  'POST /v1/jobs/:id/cancel': adminOnly,
  // Only admins decide who may do what, and never for themselves.
  'GET /v1/staff_members': adminOnly,
  'POST /v1/staff_members': adminOnly,
  'PUT /v1/staff_members/:id/suspension': adminOnly,
  'DELETE /v1/staff_members/:id/suspension': adminOnly,
  'DELETE /v1/staff_members/:id/second_factor': adminOnly,
  'GET /v1/audit_log': adminOnly,
  'GET /v1/audit_log/:id': adminOnly,
  // Only people create keys: no key creates another key or a role.
  'GET /v1/api_keys': adminOnly,
  'POST /v1/api_keys': adminOnly,
  'DELETE /v1/api_keys/:id': adminOnly,
  // Endpoints receive events of the shop and hold secrets, so only admins manage them.
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
  // The party's weights go into the body, because they must not stand in an address.
  'POST /v1/availability/month': everybody,
  'POST /v1/availability/day': everybody,
  'POST /v1/quotes': everybody,

  // Waiting needs no account. A mailed link reaches one entry or one offer and nothing else.
  'POST /v1/waitlist_entries': everybody,
  'GET /v1/waitlist_entries/:token': everybody,
  'DELETE /v1/waitlist_entries/:token': everybody,
  'GET /v1/waitlist_offers/:token': everybody,
  'POST /v1/waitlist_offers/:token/decline': everybody,
  // Only staff see the waiting list with its names.
  'GET /v1/waitlist_entries': staffOnly,
  'POST /v1/waitlist_entries/:id/offers': staffOnly,
  'POST /v1/waitlist_entries/:id/offer_previews': staffOnly,
  'POST /v1/waitlist_entries/:id/remove': staffOnly,

  // Writing to us, entering a contest and subscribing to the newsletter need no account.
  'GET /v1/form_stamps/:form': everybody,
  'POST /v1/form_entries': everybody,
  'GET /v1/contests': everybody,
  'POST /v1/contests/:id/draws': staffOnly,
  'POST /v1/newsletter_sign_ups': everybody,
  // The signed link of a mail protects it.
  'POST /v1/newsletter_sign_ups/confirm': everybody,
  'POST /v1/newsletter_stops': everybody,

  'POST /v1/orders': theirOwn,
  // Callers read their own orders; staff read everybody's with `everybody=1`.
  'GET /v1/orders': keysToo(theirOwnOrAll),
  'GET /v1/orders/:id': keysToo(theirOwnOrAll),
  'GET /v1/orders/:id/calendar.ics': theirOwnOrAll,
  'GET /v1/orders/:id/receipt': theirOwnOrAll,
  'PUT /v1/orders/:id/receipt/company': theirOwnOrAll,
  // Orders of an account have the account's e-mail; only a guest can mistype one.
  // Staff add the e-mail of a walk-in, and change no other.
  'PUT /v1/orders/:id/email': guestsOwnOrStaff,
  // A mailed secret opens one order for reading and nothing else.
  'GET /v1/receipt_links/:token': everybody,
  'GET /v1/order_links/:token': everybody,
  'GET /v1/order_links/:token/calendar.ics': everybody,
  'GET /v1/order_links/:token/photos/:photo': everybody,
  // Customers read the flights of their paid seats, pilots their own. Staff also see which aircraft
  // flies (`everybody=1`).
  'GET /v1/flights': theirOwnOrAll,
  'GET /v1/flights/:id': theirOwnOrAll,
  'GET /v1/flights/:id/photos/:photo': theirOwn,
  // Pilots act on their own flights, staff on all.
  'POST /v1/flights/:id/photos': row('no', 'no', 'no', 'own', 'any', 'any'),
  'DELETE /v1/flights/:id/photos/:photo': row('no', 'no', 'no', 'own', 'any', 'any'),
  // Customers read the public comments of their own orders.
  'GET /v1/comments': theirOwnOrAll,
  'GET /v1/comments/:id': theirOwnOrAll,
  'POST /v1/comments': staffOnly,
  'PATCH /v1/comments/:id': staffOnly,
  'DELETE /v1/comments/:id': staffOnly,
  // Buyers see whether the data is complete, and the links. What passengers enter is seen by
  // operations only.
  'GET /v1/orders/:id/passengers': theirOwn,
  // Pilots correct a weight on their own flights, and nothing else.
  'PATCH /v1/orders/:id/passengers/:passenger': row('no', 'no', 'no', 'own', 'any', 'any'),
  // Staff free the seat of a guest who picked the wrong one.
  'POST /v1/orders/:id/passengers/:passenger/link': theirOwnOrAll,
  'POST /v1/orders/:id/passengers/:passenger/mails': theirOwn,
  // Everybody who has the link may act as the passenger.
  'GET /v1/passenger_links/:token': everybody,
  'PUT /v1/passenger_links/:token': everybody,
  // Everybody who scans the code of a party may pick a seat of it.
  'GET /v1/party_links/:token': everybody,
  'POST /v1/party_links/:token/picks': everybody,
  // Besides `GET /v1/passengers`, only this call shows weights.
  'GET /v1/flights/:id/manifest': row('no', 'no', 'no', 'own', 'any', 'any'),
  'GET /v1/flights/:id/manifest_versions': row('no', 'no', 'no', 'own', 'any', 'any'),
  'GET /v1/flights/:id/manifest_versions/:number': row('no', 'no', 'no', 'own', 'any', 'any'),
  'POST /v1/flights/:id/manifest_versions': row('no', 'no', 'no', 'own', 'any', 'any'),
  // The desk gives seats; pilots read them on the manifest.
  'PUT /v1/flights/:id/seating': staffOnly,
  'POST /v1/flights/:id/seating_proposals': staffOnly,
  // Only the pilot of a flight accepts its manifest, whatever other roles they have.
  'POST /v1/flights/:id/manifest_acceptances': pilotsOwn,
  'GET /v1/pilot_flights': pilotsOwn,
  // Pilots read their own week and tell their own days off; the desk decides their hours.
  'GET /v1/pilot_weeks/:date': row('no', 'no', 'no', 'own', 'any', 'any'),
  'POST /v1/pilot_absences': row('no', 'no', 'no', 'own', 'any', 'any'),
  'DELETE /v1/pilot_absences/:id': row('no', 'no', 'no', 'own', 'any', 'any'),
  'PUT /v1/pilot_hours/:id': staffOnly,
  'GET /v1/aircraft_outages': staffOnly,
  'POST /v1/aircraft_outages': staffOnly,
  'DELETE /v1/aircraft_outages/:id': staffOnly,
  'GET /v1/duty_limits': staffOnly,
  'PATCH /v1/duty_limits': adminOnly,
  // Operations read the day with all flights, pilots read their own.
  'GET /v1/flight_days/:date': row('no', 'no', 'no', 'own', 'any', 'any'),
  'PATCH /v1/flights/:id/passengers/:passenger': staffOnly,
  'POST /v1/check_in_searches': staffOnly,
  'POST /v1/call_off_previews': staffOnly,
  'POST /v1/departure_weeks': staffOnly,
  'GET /v1/product_sheets': staffOnly,
  'GET /v1/product_sheets/:id': staffOnly,
  'POST /v1/product_sheets': staffOnly,
  'PATCH /v1/product_sheets/:id': staffOnly,
  'POST /v1/photos': staffOnly,
  'GET /v1/photo_files/:name': publicRead,
  'POST /v1/discount_code_batches': staffOnly,
  // Staff open and count their own cash drawer; admins see all drawers.
  'POST /v1/counter_payments': staffOnly,
  'POST /v1/orders/:id/counter_quotes': staffOnly,
  'PUT /v1/orders/:id/balance_due': staffOnly,
  'POST /v1/orders/:id/balance_payments': staffOnly,
  'GET /v1/drawers': row('no', 'no', 'no', 'no', 'own', 'any'),
  'POST /v1/drawers': staffOnly,
  'POST /v1/drawers/:id/count': staffOnly,
  'GET /v1/hand_outs': staffOnly,
  'POST /v1/hand_outs': staffOnly,
  'POST /v1/vouchers': staffOnly,
  'POST /v1/orders/:id/payment_links': staffOnly,
  'POST /v1/orders/:id/ticket_texts': staffOnly,
  // The signed link of a mail protects it.
  'POST /v1/payment_links/preview': everybody,
  'POST /v1/payment_links/open': everybody,
  'GET /v1/flight_boards/:date': staffOnly,
  // The weather of a terminal is nobody's own.
  'GET /v1/weather_reports': row('no', 'no', 'no', 'any', 'any', 'any'),
  'GET /v1/staff_days/:date': staffOnly,
  'GET /v1/staff_weeks': staffOnly,
  'PATCH /v1/departure_dates/:departure_id/:date': staffOnly,
  'PATCH /v1/terminal_days/:terminal_id/:date': staffOnly,
  // Each kind in the answer follows the row of the call that lists it.
  'POST /v1/staff_searches': staffOnly,
  'GET /v1/order_counts': staffOnly,
  // A saved filter is its owner's, whoever else works here.
  'POST /v1/saved_filters': staffsOwn,
  'PATCH /v1/saved_filters/:id': staffsOwn,
  'DELETE /v1/saved_filters/:id': staffsOwn,
  'GET /v1/staff_tasks': staffOnly,
  'PATCH /v1/staff_tasks/:id': staffOnly,
  'POST /v1/payments': theirOwnOrAll,
  // Buyers cancel by the rule; staff cancel for them up to a limit (`refund-limit.ts`).
  'GET /v1/orders/:id/cancellation': theirOwn,
  'POST /v1/orders/:id/cancellation': theirOwn,
  'POST /v1/orders/:id/cancellation_previews': staffOnly,
  'POST /v1/orders/:id/staff_cancellations': staffOnly,
  // Only the buyer adds to an order, because the buyer pays for it.
  'POST /v1/orders/:id/upgrade_quotes': theirOwn,
  'PATCH /v1/orders/:id/update_upgrades': theirOwn,
  'POST /v1/orders/:id/guest_quotes': theirOwn,
  'POST /v1/orders/:id/guests': theirOwn,
  'POST /v1/orders/:id/staff_upgrade_quotes': staffOnly,
  'POST /v1/orders/:id/staff_upgrades': staffOnly,
  'POST /v1/orders/:id/staff_guest_quotes': staffOnly,
  'POST /v1/orders/:id/staff_guests': staffOnly,
  // Only the buyer reschedules a flight here.
  'GET /v1/reschedules/:item': theirOwn,
  'POST /v1/orders/:id/reschedule_quotes': theirOwn,
  'PATCH /v1/orders/:id/reschedule_flight': theirOwn,
  // Staff reschedule the flight for the customer.
  'POST /v1/orders/:id/staff_reschedule_quotes': staffOnly,
  'POST /v1/orders/:id/staff_reschedules': staffOnly,
  // The link goes to the mailbox of the order alone.
  'POST /v1/reschedule_links': everybody,
  'POST /v1/reschedule_links/open': everybody,
  // Staff cancel a departure. Its rebooking offer belongs to the buyer and to everybody with its
  // link.
  'POST /v1/call_offs': staffOnly,
  'GET /v1/call_offs/:id': staffOnly,
  // Pilots delay the flights that they fly; what waits behind them goes along by the rule.
  'GET /v1/flights/:id/delay_preview': row('no', 'no', 'no', 'own', 'any', 'any'),
  'POST /v1/flights/:id/delays': row('no', 'no', 'no', 'own', 'any', 'any'),
  'GET /v1/flights/:id/transfer_options': staffOnly,
  'POST /v1/flights/:id/transfers': staffOnly,
  'POST /v1/weather_days': staffOnly,
  'GET /v1/weather_days': staffOnly,
  'GET /v1/weather_days/:id': staffOnly,
  'POST /v1/weather_days/:id/reminders': staffOnly,
  'GET /v1/rescue_plans': staffOnly,
  'GET /v1/flights/:id/relief': staffOnly,
  'POST /v1/rescue_plans': staffOnly,
  'POST /v1/weather_holds': staffOnly,
  'GET /v1/weather_holds': staffOnly,
  'GET /v1/weather_holds/:id': staffOnly,
  'PATCH /v1/weather_holds/:id': staffOnly,
  'POST /v1/weather_holds/:id/release': staffOnly,
  'GET /v1/reschedule_claims/:token': everybody,
  'POST /v1/reschedule_claims/:token/openings': everybody,
  'POST /v1/reschedule_claims/:token/answer': everybody,
  'POST /v1/reschedule_claims/:token/alternatives': everybody,
  'POST /v1/reschedule_claim_links': everybody,
  // Staff read the offer without the secret of its link, and choose for a caller.
  'GET /v1/orders/:id/reschedule_claim': theirOwnOrAll,
  'POST /v1/orders/:id/reschedule_claim/answer': staffOnly,
  'POST /v1/orders/:id/reschedule_claim/alternatives': staffOnly,
  // Staff refund up to a limit per order (`refund-limit.ts`).
  'GET /v1/refunds': keysToo(staffOnly),
  'GET /v1/refunds/:id': keysToo(staffOnly),
  'POST /v1/refunds': staffOnly,
  'POST /v1/refund_previews': staffOnly,
  // What is above a limit waits for a second person, whose own limit counts (decision 146).
  'GET /v1/state_counts': staffOnly,
  'GET /v1/approvals': staffOnly,
  'POST /v1/approvals': staffOnly,
  'POST /v1/approvals/:id/approve': staffOnly,
  'POST /v1/approvals/:id/refuse': staffOnly,
  // What staff read beside the order itself.
  'GET /v1/orders/:id/file': staffOnly,
  'GET /v1/mails': staffOnly,
  'POST /v1/mails/:id/copies': staffOnly,
  // Mails to many orders at once; each order is judged for itself.
  'POST /v1/order_mailing_previews': staffOnly,
  'POST /v1/order_mailings': staffOnly,
  'GET /v1/texts': staffOnly,
  'POST /v1/texts/:id/copies': staffOnly,
  'POST /v1/mails/:id/corrections': staffOnly,
  // The mail provider reports bounces with an API key; the answer tells it nothing.
  'POST /v1/mail_bounces': keysToo(adminOnly),
  // Guests redeem nothing (spec section 6). Staff see all gift cards, without their codes.
  'GET /v1/gift_cards': accountsOwnOrAll,
  'GET /v1/vouchers': accountsOwnOrAll,
  // Only admins create a card without a payment; staff may change its expiry date.
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
  // Only the buyer gives a card away; staff do not.
  'POST /v1/gift_cards/share': accountsOwn,
  'GET /v1/gift_shares/:id': accountsOwn,
  'PATCH /v1/gift_shares/:id': accountsOwn,
  'POST /v1/gift_shares/:id/take_back': accountsOwn,
  // Everybody with the mailed link reads it; the codes work for the proven mailbox alone.
  'GET /v1/gifts/:token': everybody,
  'POST /v1/gifts/:token/open': everybody,
  'PATCH /v1/gifts/:token': everybody,
  'POST /v1/code_mails': accountsOwn,
  // Everybody may ask what kind of code it is.
  'POST /v1/codes': everybody,
  'GET /v1/credits': accountsOwnOrAll,
  'GET /v1/credit_movements': accountsOwn,
  'GET /v1/credits/:id': accountsOwnOrAll,
  'POST /v1/credits': staffOnly,
  'GET /v1/plans': publicRead,
  // A guest reads the subscription that their session bought.
  'GET /v1/subscriptions': theirOwn,
  'POST /v1/subscriptions': theirOwn,
  'PATCH /v1/subscriptions/:id': accountsOwn,
  'POST /v1/subscriptions/:id/payment': accountsOwn,
  // The provider's signature protects it.
  'POST /v1/stripe/webhooks': everybody,
  'POST /v1/twilio/messages': everybody,
  'POST /v1/twilio/statuses': everybody,
}

/** Who may set another price than the list price in a quote or an order (`staff_price`). */
const staffPrice: PermissionRow = staffOnly

/** The facts that decide a caller's audience. A guest's roles never count. */
export interface CallerFacts {
  kind: 'visitor' | 'guest' | 'customer' | 'key'
  roles?: readonly RoleName[]
}

/** The most trusted audience a caller belongs to. */
export function getAudience(caller: CallerFacts): Audience {
  if (caller.kind !== 'customer') return caller.kind
  const trusted = ['admin', 'staff', 'pilot', 'agent'] as const
  return trusted.find((role) => caller.roles?.includes(role)) ?? 'customer'
}

/**
 * How far a caller's access to a call such as `GET /v1/orders/:id` reaches; undefined for a call
 * without a row.
 */
export function findAccess(call: string, caller: CallerFacts): AccessScope | undefined {
  return permissions[call]?.[getAudience(caller)]
}

/** Whether a caller may sell at another price than the list price. */
export const maySetPrice = (caller: CallerFacts): boolean => staffPrice[getAudience(caller)] === 'any'

/** The scope an API key needs for a call, `terminals:write`; none for what every visitor reads. */
export function getRequiredScope(call: string): string | undefined {
  const [method = '', path = ''] = call.split(' ')
  if (method === 'GET' && permissions[call]?.visitor === 'any') return undefined
  return `${path.split('/')[2] ?? ''}:${method === 'GET' ? 'read' : 'write'}`
}

/** All scopes that exist: everything this table allows for keys. */
export const keyScopes: readonly string[] = [
  ...new Set(
    Object.entries(permissions).flatMap(([call, { key }]) =>
      key === 'no' ? [] : (getRequiredScope(call) ?? []),
    ),
  ),
].sort()

export type OrderViewer =
  | { kind: 'visitor' }
  | (CallerFacts & {
      kind: 'guest' | 'customer' | 'key'
      apiKey?: { brandId: number | null } | undefined
      sessionId: string
      userId: number
      emailProven: boolean
      /** The order whose mailed link opened this guest session. */
      reachesOrderId?: number | undefined
    })

interface OwnedOrder {
  id: number
  brandId?: number
  userId: number
  sessionId: string
  channel?: 'web' | 'phone' | 'counter'
  /**
   * The session in which the order was made, where it is known: its user, and whether a password
   * opened it.
   */
  madeIn?: { userId: number; scope: 'guest' | 'customer' } | undefined
}

/**
 * True when the order belongs to the caller: it was made in their session, in another session
 * opened with the account's password, or under the account's proven e-mail. An unproven e-mail
 * gives no access, because anybody can type one; a guest with the mailed link of an order reaches
 * that order only. Staff who sold an order reach it through their role alone.
 */
export function ownsOrder(viewer: OrderViewer, order: OwnedOrder): boolean {
  if (viewer.kind === 'visitor') return false
  const sold = isSoldByStaff(order)
  if (viewer.sessionId === order.sessionId && !sold) return true
  if (viewer.kind === 'guest' && viewer.reachesOrderId === order.id) return true
  if (viewer.kind !== 'customer') return false
  if (viewer.emailProven && viewer.userId === order.userId) return true
  return !sold && order.madeIn?.scope === 'customer' && order.madeIn.userId === viewer.userId
}

const isSoldByStaff = ({ channel = 'web', madeIn, userId }: OwnedOrder) =>
  channel !== 'web' && madeIn?.userId !== userId

/**
 * True when the caller may see the order: customers see their own, staff and admins any, an API key
 * those of its brand.
 */
export function canSeeOrder(viewer: OrderViewer, order: OwnedOrder): boolean {
  if (ownsOrder(viewer, order)) return true
  if (viewer.kind === 'key')
    return viewer.apiKey?.brandId === null || viewer.apiKey?.brandId === order.brandId
  if (viewer.kind !== 'customer') return false
  return viewer.roles?.some((role) => role === 'staff' || role === 'admin') ?? false
}
