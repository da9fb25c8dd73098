import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { rebookingAlternatives } from './departure-cancellations.ts'
import { instant } from './columns.ts'
import { orderChanges, orders } from './orders.ts'
import { waitlistOffers } from './waitlist.ts'
import { flights } from './inventory.ts'

/**
 * Seats of one flight held for an order, for a waitlist offer, or as an alternative to a cancelled
 * departure: `held` while unpaid, `sold` when paid, `released` afterwards.
 */
export const holds = pgTable(
  'holds',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    orderId: integer('order_id').references(() => orders.id),
    waitlistOfferId: integer('waitlist_offer_id').references(() => waitlistOffers.id),
    /**
     * Seats of a reschedule, or of guests to add, beside the order's own: `held` until they are paid,
     * `released` when that was abandoned, or for the seats before a reschedule. Never `sold`: once
     * paid they are the order's own.
     */
    forMove: boolean('for_move').notNull().default(false),
    /** The order change that they are, or were, held for. */
    orderChangeId: integer('order_change_id').references(() => orderChanges.id),
    /** The alternative to a cancelled departure that they are held for. */
    claimAlternativeId: integer('claim_alternative_id').references(() => rebookingAlternatives.id),
    flightId: integer('flight_id')
      .notNull()
      .references(() => flights.id),
    seats: integer('seats').notNull(),
    /** The party's weight: declared, or else assumed (`rules/seats/party-weight.ts`). */
    weightLbs: integer('weight_lbs').notNull().default(0),
    wholeFlight: boolean('whole_flight').notNull().default(false),
    /** Sold by staff, so that they use up seats that are held back from shoppers. */
    byStaff: boolean('by_staff').notNull().default(false),
    state: text('state', { enum: ['held', 'sold', 'released'] }).notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** A payment is open at the provider: the hold does not expire until it is closed. */
    paymentOpen: boolean('payment_open').notNull().default(false),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('holds_flight_idx').on(t.flightId, t.state),
    index('holds_order_idx').on(t.orderId),
    index('holds_waitlist_offer_idx').on(t.waitlistOfferId),
    index('holds_claim_alternative_idx').on(t.claimAlternativeId),
    index('holds_due_idx').on(t.state, t.expiresAt),
    index('holds_order_change_idx').on(t.orderChangeId),
    check('holds_for_move', sql`not ${t.forMove} or (${t.orderId} is not null and ${t.state} <> 'sold')`),
    check(
      'holds_for_one',
      sql`num_nonnulls(${t.orderId}, ${t.waitlistOfferId}, ${t.claimAlternativeId}) = 1`,
    ),
    check('holds_seats', sql`${t.seats} > 0 and ${t.weightLbs} >= 0`),
  ],
)
