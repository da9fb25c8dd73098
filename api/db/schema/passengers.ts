import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { bytes, instant } from './columns.ts'
import { webhookEndpoints } from './integrations.ts'
import { refunds, orderRefunds } from './money.ts'
import { orderChanges, orders } from './orders.ts'
import { users } from './people.ts'
import { mails } from './platform.ts'
import { flights, slots } from './inventory.ts'

/**
 * What is forgotten of a passenger: some weeks after the flight, and with the account that booked.
 */
export const ERASED_DETAILS = { weightLbs: null, seating: null, boardingNote: null } as const
export const erasedDetails = Object.keys(ERASED_DETAILS) as (keyof typeof ERASED_DETAILS)[]

export const passengers = pgTable(
  'passengers',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    flightId: integer('flight_id').references(() => flights.id),
    /** The change that added them to the paid order; null for the party as it was sold. */
    orderChangeId: integer('order_change_id').references(() => orderChanges.id),
    position: integer('position').notNull(),
    fullName: text('full_name').notNull(),
    /** Their type by its number within the product, and its name as it was sold; null for an adult. */
    passengerTypeId: integer('passenger_type_id'),
    passengerType: text('passenger_type'),
    /** Seen by operations and the pilot only. */
    weightLbs: integer('weight_lbs'),
    seating: text('seating'),
    /** What staff recorded before the flight; null: nothing yet. */
    boarding: text('boarding', { enum: ['checked_in', 'no_show'] }),
    boardedAt: instant('boarded_at'),
    /** The flight team's own note. */
    boardingNote: text('boarding_note'),
    /** Their seat was released or they do not come; no count includes them. */
    staysHome: boolean('stays_home').notNull().default(false),
    /** The refund of their seat. */
    orderRefundId: integer('order_refund_id').references(() => orderRefunds.id),
  },
  (t) => [
    unique('passengers_position_key').on(t.orderId, t.position),
    index('passengers_flight_idx').on(t.flightId),
    // Finds rows to erase: a month's passengers among all.
    index('passengers_told_idx')
      .on(t.orderId)
      .where(
        sql.join(
          erasedDetails.map((detail) => sql`${t[detail]} is not null`),
          sql` or `,
        ),
      ),
    index('passengers_name_idx').on(sql`lower(${t.fullName}) text_pattern_ops`),
    check('passengers_type', sql`(${t.passengerTypeId} is null) = (${t.passengerType} is null)`),
    check('passengers_home', sql`not ${t.staysHome} or ${t.boarding} is null`),
    check('passengers_boarding', sql`(${t.boarding} is null) = (${t.boardedAt} is null)`),
    check('passengers_weight', sql`${t.weightLbs} is null or ${t.weightLbs} between 1 and 999`),
  ],
)

/**
 * Who sits where on a flight, as staff entered it. A row stops counting when its passenger leaves the
 * flight, or when another aircraft has no such seat.
 */
export const flightSeats = pgTable(
  'flight_seats',
  {
    flightId: integer('flight_id')
      .notNull()
      .references(() => flights.id),
    /** Its row and place: `2L`. */
    seat: text('seat').notNull(),
    passengerId: integer('passenger_id')
      .notNull()
      .references(() => passengers.id, { onDelete: 'cascade' }),
  },
  (t) => [
    primaryKey({ columns: [t.flightId, t.seat] }),
    index('flight_seats_passenger_idx').on(t.passengerId),
  ],
)

/**
 * The private link of a passenger of a paid order: a keyed hash to find it, encrypted to show it to
 * the buyer.
 */
export const passengerLinks = pgTable('passenger_links', {
  passengerId: integer('passenger_id')
    .primaryKey()
    .references(() => passengers.id),
  tokenHash: text('token_hash').notNull().unique(),
  tokenSealed: bytes('token_sealed').notNull(),
  madeAt: instant('made_at').notNull(),
  /** When it was last mailed, to limit the number of mails. */
  mailedAt: instant('mailed_at'),
  /** When somebody picked this seat on the page of the party, or first typed into its form. */
  pickedAt: instant('picked_at'),
  /** A hash of the page that picked it, whose press may arrive twice. */
  pickedWith: text('picked_with'),
  /** When the passenger first typed into the form; until then the name is the buyer's. */
  filledAt: instant('filled_at'),
})

/** What somebody signed: by whom, when, and which text. */
const signatureColumns = {
  /** Version of the text: as `content/` names it, or `waiverName` of the contract. */
  version: text('version').notNull(),
  /** The name of whoever signed, typed as the signature or beside a drawn one. */
  signature: text('signature').notNull(),
  /** A drawn signature, as `SignatureDrawing` of the contract; null where the name was typed. */
  drawing: text('drawing'),
  signedAt: instant('signed_at').notNull(),
}

/** A passenger's waiver as they signed it last. `signature-holds.ts` says whether it still counts. */
export const waiverSignatures = pgTable('waiver_signatures', {
  passengerId: integer('passenger_id')
    .primaryKey()
    .references(() => passengers.id),
  ...signatureColumns,
})

/** What passengers had signed before they signed again. */
export const formerWaiverSignatures = pgTable(
  'former_waiver_signatures',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    passengerId: integer('passenger_id')
      .notNull()
      .references(() => passengers.id),
    ...signatureColumns,
  },
  (t) => [index('former_waiver_signatures_passenger_idx').on(t.passengerId)],
)

/** A task that staff have to settle with a customer. It contains no weight. */
export const staffTasks = pgTable(
  'staff_tasks',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    kind: text('kind', {
      enum: [
        'weight_does_not_fit',
        'second_seat_needed',
        'claim_to_settle',
        'given_back_twice',
        'webhook_failing',
        'refund_to_hand_out',
        'mail_bounced',
        'too_few_passengers',
      ],
    }).notNull(),
    /** Null for tasks without an order. */
    orderId: integer('order_id').references(() => orders.id),
    passengerId: integer('passenger_id').references(() => passengers.id),
    /** The webhook endpoint that fails. */
    webhookEndpointId: integer('webhook_endpoint_id').references(() => webhookEndpoints.id, {
      onDelete: 'cascade',
    }),
    /** The refund to pay out in person. */
    refundId: integer('refund_id').references(() => refunds.id),
    /** The departure with fewer seats sold than its product needs. */
    slotId: integer('slot_id').references(() => slots.id),
    /** The mail that did not arrive. */
    mailId: integer('mail_id').references(() => mails.id, { onDelete: 'cascade' }),
    /**
     * The customer concerned, for a mail without an order: the giver of a gift or the owner of an
     * account.
     */
    userId: integer('user_id').references(() => users.id),
    state: text('state', { enum: ['open', 'done'] })
      .notNull()
      .default('open'),
    /** What was agreed with the customer. */
    choice: text('choice', { enum: ['second_seat', 'move', 'refund', 'nothing'] }),
    createdAt: instant('created_at').notNull(),
    doneAt: instant('done_at'),
    doneBy: integer('done_by').references(() => users.id),
  },
  (t) => [
    index('staff_tasks_state_idx').on(t.state, t.createdAt),
    uniqueIndex('staff_tasks_open_key')
      .on(t.passengerId, t.kind)
      .where(sql`${t.state} = 'open'`),
    uniqueIndex('staff_tasks_webhook_key')
      .on(t.webhookEndpointId)
      .where(sql`${t.state} = 'open'`),
    // One task per refund.
    uniqueIndex('staff_tasks_refund_key').on(t.refundId),
    // One task per mail, also when it is done.
    uniqueIndex('staff_tasks_mail_key').on(t.mailId),
    // One task per departure.
    uniqueIndex('staff_tasks_slot_key').on(t.slotId),
    check(
      'staff_tasks_about',
      sql`case ${t.kind} when 'webhook_failing' then ${t.webhookEndpointId} is not null
        when 'refund_to_hand_out' then num_nonnulls(${t.orderId}, ${t.refundId}) = 2 when 'mail_bounced'
        then ${t.mailId} is not null when 'too_few_passengers' then ${t.slotId} is not null
        else num_nonnulls(${t.orderId}, ${t.passengerId}) = 2 end`,
    ),
    check('staff_tasks_done', sql`(${t.state} = 'done') = (${t.doneAt} is not null)`),
  ],
)
