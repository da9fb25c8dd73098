import { boolean, index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { flights } from './inventory.ts'
import { orders } from './orders.ts'

/** A press that moved guests of a flight to another one: all of them, or some. */
export const flightTransfers = pgTable(
  'flight_transfers',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    fromFlightId: integer('from_flight_id')
      .notNull()
      .references(() => flights.id),
    toFlightId: integer('to_flight_id')
      .notNull()
      .references(() => flights.id),
    /** The departure that they left was closed for sale. */
    closed: boolean('closed').notNull(),
    /** `user:12` */
    actor: text('actor').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('flight_transfers_from_idx').on(t.fromFlightId),
    index('flight_transfers_to_idx').on(t.toFlightId),
  ],
)

/** The guests of one order who were moved. Whoever got another time was told, and moves without a fee. */
export const flightTransferParties = pgTable(
  'flight_transfer_parties',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    transferId: integer('transfer_id')
      .notNull()
      .references(() => flightTransfers.id),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    /** Everybody of the order on that flight. */
    whole: boolean('whole').notNull(),
    passengerIds: jsonb('passenger_ids').$type<number[]>().notNull(),
    /** When their flight was to leave before, and leaves then. */
    departAtWas: instant('depart_at_was').notNull(),
    departAt: instant('depart_at').notNull(),
  },
  (t) => [
    unique('flight_transfer_parties_once_key').on(t.transferId, t.orderId),
    index('flight_transfer_parties_order_idx').on(t.orderId),
  ],
)
