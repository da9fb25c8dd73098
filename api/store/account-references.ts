import { type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import { subscriptions } from '../db/schema/memberships.ts'
import { formEntries } from '../db/schema/forms.ts'
import { giftShares } from '../db/schema/gifts.ts'
import { orders } from '../db/schema/orders.ts'
import { users } from '../db/schema/people.ts'
import { staffTasks } from '../db/schema/passengers.ts'
import { mails } from '../db/schema/platform.ts'
import { prizes } from '../db/schema/promotions.ts'
import { credits, giftCards, vouchers } from '../db/schema/tenders.ts'
import { orderTenders } from '../db/schema/order-tenders.ts'
import { waitlistEntries } from '../db/schema/waitlist.ts'

/** The references that a merge transfers to the kept account, with one statement each. */
export const TRANSFERRED_REFERENCES: readonly { table: PgTable; column: PgColumn; key: string }[] = [
  { table: orders, column: orders.userId, key: 'userId' },
  { table: giftCards, column: giftCards.purchaserId, key: 'purchaserId' },
  { table: vouchers, column: vouchers.userId, key: 'userId' },
  { table: credits, column: credits.userId, key: 'userId' },
  { table: orderTenders, column: orderTenders.userId, key: 'userId' },
  { table: giftShares, column: giftShares.giverId, key: 'giverId' },
  { table: subscriptions, column: subscriptions.userId, key: 'userId' },
  { table: prizes, column: prizes.userId, key: 'userId' },
  { table: waitlistEntries, column: waitlistEntries.userId, key: 'userId' },
  { table: formEntries, column: formEntries.userId, key: 'userId' },
  { table: mails, column: mails.userId, key: 'userId' },
  { table: staffTasks, column: staffTasks.userId, key: 'userId' },
  // Accounts that were merged into the merged one before.
  { table: users, column: users.mergedIntoId, key: 'mergedIntoId' },
]

/**
 * Every other reference to a user, by table and column, and what a merge does with it. A reference
 * missing both here and above fails a test.
 */
export const OTHER_REFERENCES: Readonly<Record<string, 'ends' | 'by hand' | 'stays' | 'refused'>> = {
  'sessions.user_id': 'ends',
  'account_tokens.user_id': 'ends',
  // A consent is the person's own: the stricter of two answers stays.
  'account_text_consents.user_id': 'ends',
  'second_factors.user_id': 'ends',
  'known_devices.user_id': 'ends',
  'saved_filters.user_id': 'ends',
  // As the role itself.
  'saved_report_recipients.user_id': 'refused',
  // The merge adds it to the kept account's balance.
  'credit_balances.user_id': 'by hand',
  // They are transferred when the kept account has no customer at the payment provider; otherwise
  // they end.
  'provider_customers.user_id': 'by hand',
  'credit_cards.user_id': 'by hand',
  'card_setups.user_id': 'by hand',
  // An account with a role cannot be merged.
  'user_roles.user_id': 'refused',
  // The audit log keeps the account under which staff acted.
  'audit_log.user_id': 'stays',
  'api_keys.created_by': 'stays',
  'approvals.asked_by': 'stays',
  'approvals.decided_by': 'stays',
  'webhook_endpoints.created_by': 'stays',
  'credits.given_by': 'stays',
  'comments.author_id': 'stays',
  'day_closings.closed_by': 'stays',
  'day_closings.reopened_by': 'stays',
  'drawers.user_id': 'stays',
  'flight_photos.uploaded_by_id': 'stays',
  'flights.pilot_id': 'stays',
  // As the role itself.
  'pilot_absences.user_id': 'refused',
  'pilot_hours.user_id': 'refused',
  'agents.user_id': 'refused',
  'agent_terms.set_by': 'stays',
  'agent_statements.paid_by': 'stays',
  'manifest_versions.printed_by': 'stays',
  'manifest_versions.accepted_by': 'stays',
  'report_runs.user_id': 'stays',
  'staff_prices.set_by': 'stays',
  'staff_tasks.done_by': 'stays',
  'written_text_drafts.saved_by': 'stays',
  'written_text_versions.saved_by': 'stays',
}
