import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { aircraft, departures, products, terminals } from './catalogue.ts'
import { rebookingAlternatives } from './departure-cancellations.ts'
import { instant } from './columns.ts'
import { orderChanges, orders } from './orders.ts'
import { waitlistOffers } from './waitlist.ts'
import { operators } from './integrations.ts'
import { users } from './people.ts'

/**
 * A departure on one day. Made when it is first needed; its instant is frozen then (a sunset moves
 * by seconds from one computation to the next). This row is what every seat-taking transaction
 * locks, once, before it counts.
 */
export const slots = pgTable(
  'slots',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id),
    departureId: integer('departure_id')
      .notNull()
      .references(() => departures.id),
    terminalId: integer('terminal_id')
      .notNull()
      .references(() => terminals.id),
    /** The calendar day at the terminal. */
    localDate: date('local_date', { mode: 'string' }).notNull(),
    departAt: instant('depart_at').notNull(),
    arriveAt: instant('arrive_at').notNull(),
    /** The operator called it off: nobody takes a seat on it any more (`call_offs` says why). */
    calledOffAt: instant('called_off_at'),
  },
  (t) => [
    unique('slots_departure_date_key').on(t.departureId, t.localDate),
    index('slots_product_depart_idx').on(t.productId, t.departAt),
    index('slots_depart_idx').on(t.departAt),
    index('slots_date_idx').on(t.localDate, t.departAt),
    check('slots_order', sql`${t.arriveAt} > ${t.departAt}`),
  ],
)

/**
 * One aircraft flying one slot: the spec's Flight. Counters and the CHECK make overselling
 * impossible whatever the code does. An aircraft cannot fly two overlapping flights:
 * `0001_rules.sql` adds the exclusion constraint `flights_aircraft_busy` over (aircraft_id,
 * [depart_at, ready_at)) of flights with a seat taken; a flight that lost its last passenger keeps
 * no aircraft from another slot.
 */
export const flights = pgTable(
  'flights',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    slotId: integer('slot_id')
      .notNull()
      .references(() => slots.id),
    aircraftId: integer('aircraft_id')
      .notNull()
      .references(() => aircraft.id),
    /** Who flies it, once that is decided. */
    pilotId: integer('pilot_id').references(() => users.id),
    /** Whose aircraft and crew it is, where another company flies. */
    operatorId: integer('operator_id').references(() => operators.id),
    flightCode: text('flight_code').notNull(),
    /** How the desk marks it: `#1d4ed8`. */
    color: text('color'),
    status: text('status', { enum: ['scheduled', 'boarding', 'departed', 'landed', 'delayed', 'called_off'] })
      .notNull()
      .default('scheduled'),
    /** Why it left with something missing, or before its time. */
    statusReason: text('status_reason'),
    departAt: instant('depart_at').notNull(),
    /** Landed and turned around. */
    readyAt: instant('ready_at').notNull(),
    capacity: integer('capacity').notNull(),
    maxWeightLbs: integer('max_weight_lbs').notNull(),
    seatsSold: integer('seats_sold').notNull().default(0),
    /**
     * Seats of holds in state `held`, lapsed ones included until the next lock on the slot clears
     * them.
     */
    seatsHeld: integer('seats_held').notNull().default(0),
  },
  (t) => [
    index('flights_slot_idx').on(t.slotId),
    index('flights_aircraft_idx').on(t.aircraftId, t.departAt),
    index('flights_depart_idx').on(t.departAt),
    check(
      'flights_never_oversold',
      sql`${t.seatsSold} >= 0 and ${t.seatsHeld} >= 0 and ${t.seatsSold} + ${t.seatsHeld} <= ${t.capacity}`,
    ),
  ],
)

/**
 * Seats of one flight kept for one order, for one offer to somebody on the waitlist, or as one
 * alternative to a flight that was called off: `held` while it is unpaid, `sold` when paid,
 * `released` when given back.
 */
export const holds = pgTable(
  'holds',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    orderId: integer('order_id').references(() => orders.id),
    waitlistOfferId: integer('waitlist_offer_id').references((): AnyPgColumn => waitlistOffers.id),
    /**
     * Kept beside the order's own seats: `held` for a flight it may move to, `released` where that
     * came to nothing or where its own seats were before a move. Never `sold`: what was moved to is
     * the order's own.
     */
    forMove: boolean('for_move').notNull().default(false),
    /** The change they are, or were, kept for. */
    orderChangeId: integer('order_change_id').references(() => orderChanges.id),
    /** An alternative kept for who was to fly a departure that was called off. */
    claimAlternativeId: integer('claim_alternative_id').references(
      (): AnyPgColumn => rebookingAlternatives.id,
    ),
    flightId: integer('flight_id')
      .notNull()
      .references(() => flights.id),
    seats: integer('seats').notNull(),
    /**
     * Weight counted for the party: declared where given, assumed where not yet
     * (`domain/party-weight.ts`).
     */
    weightLbs: integer('weight_lbs').notNull().default(0),
    wholeFlight: boolean('whole_flight').notNull().default(false),
    state: text('state', { enum: ['held', 'sold', 'released'] }).notNull(),
    expiresAt: instant('expires_at').notNull(),
    /**
     * A payment is open at the provider: the hold stays, whatever the clock says, until that is
     * closed.
     */
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
