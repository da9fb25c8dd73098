import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { aircraft, departures, products, terminals } from './catalogue.ts'
import { instant } from './columns.ts'
import { operators } from './integrations.ts'
import { users } from './people.ts'
import { weatherHolds } from './weather-holds.ts'

/**
 * A departure on one day. The row is created when it is first needed and fixes the time (a computed
 * sunset varies by seconds). Every transaction that reserves seats locks this row once before it
 * counts.
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
    /**
     * The operator cancelled the departure: no seats can be reserved any more (`call_offs` has the
     * reason).
     */
    calledOffAt: instant('called_off_at'),
    /** When it was decided whether enough seats are sold; null until then. */
    minimumDecidedAt: instant('minimum_decided_at'),
    /**
     * The weather hold that it is on: it is not sold until the hold is released or the departure leaves
     * the hold in another way.
     */
    weatherHoldId: integer('weather_hold_id').references(() => weatherHolds.id),
  },
  (t) => [
    unique('slots_departure_date_key').on(t.departureId, t.localDate),
    index('slots_product_depart_idx').on(t.productId, t.departAt),
    index('slots_depart_idx').on(t.departAt),
    index('slots_date_idx').on(t.localDate, t.departAt),
    index('slots_weather_hold_idx')
      .on(t.weatherHoldId)
      .where(sql`${t.weatherHoldId} is not null`),
    check('slots_hold_or_called_off', sql`${t.weatherHoldId} is null or ${t.calledOffAt} is null`),
    check('slots_order', sql`${t.arriveAt} > ${t.departAt}`),
  ],
)

/**
 * One aircraft flying one slot: the spec's Flight. Counters and the CHECK make overselling
 * impossible whatever the code does. An aircraft cannot fly two overlapping flights:
 * `0001_rules.sql` adds the exclusion constraint `flights_aircraft_busy` over (aircraft_id,
 * [depart_at, ready_at)) of flights with a seat taken; a flight without passengers does not block
 * its aircraft.
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
    /** The assigned pilot. */
    pilotId: integer('pilot_id').references(() => users.id),
    /** The operating company, if it is another one. */
    operatorId: integer('operator_id').references(() => operators.id),
    flightCode: text('flight_code').notNull(),
    /** The colour that staff chose: `#1d4ed8`. */
    color: text('color'),
    status: text('status', { enum: ['scheduled', 'boarding', 'departed', 'landed', 'delayed', 'called_off'] })
      .notNull()
      .default('scheduled'),
    /** Why it left incomplete or early. */
    statusReason: text('status_reason'),
    /** When it left its place and when it landed, as the pilot or staff say. */
    offBlocksAt: instant('off_blocks_at'),
    landedAt: instant('landed_at'),
    /** When it is expected to leave: the slot's time, and the delay. Whatever flies goes by it. */
    departAt: instant('depart_at').notNull(),
    /** After landing and turnaround, with the delay. */
    readyAt: instant('ready_at').notNull(),
    /** How much later than its slot it leaves. */
    delayMins: integer('delay_mins').notNull().default(0),
    /** The part that was set for this flight itself; the rest comes from flights before it. */
    ownDelayMins: integer('own_delay_mins').notNull().default(0),
    delayReason: text('delay_reason', {
      enum: ['late_aircraft', 'weather', 'pilot', 'air_traffic', 'other'],
    }),
    /** The reason in words, which the guests read. */
    delayWords: text('delay_words'),
    capacity: integer('capacity').notNull(),
    maxWeightLbs: integer('max_weight_lbs').notNull(),
    seatsSold: integer('seats_sold').notNull().default(0),
    /**
     * Seats of holds in state `held`, including expired ones until the next lock on the slot
     * releases them.
     */
    seatsHeld: integer('seats_held').notNull().default(0),
  },
  (t) => [
    index('flights_slot_idx').on(t.slotId),
    index('flights_aircraft_idx').on(t.aircraftId, t.departAt),
    index('flights_depart_idx').on(t.departAt),
    check('flights_block_times', sql`${t.landedAt} >= ${t.offBlocksAt}`),
    check('flights_delay', sql`0 <= ${t.ownDelayMins} and ${t.ownDelayMins} <= ${t.delayMins}`),
    check('flights_delay_reason', sql`(${t.delayMins} > 0) = (${t.delayReason} is not null)`),
    check(
      'flights_never_oversold',
      sql`${t.seatsSold} >= 0 and ${t.seatsHeld} >= 0 and ${t.seatsSold} + ${t.seatsHeld} <= ${t.capacity}`,
    ),
  ],
)
