import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { aircraft, departures, products, terminals } from './catalogue.ts'
import { instant } from './columns.ts'
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
