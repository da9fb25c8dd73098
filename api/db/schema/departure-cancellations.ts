import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { terminals } from './catalogue.ts'
import { bytes, instant } from './columns.ts'
import { slots } from './inventory.ts'
import { orderRefunds } from './money.ts'
import { orders } from './orders.ts'
import { vouchers } from './tenders.ts'

/**
 * A span of a day at one terminal in which nothing flies. Its departures are cancelled together; a
 * job then holds alternatives for their parties in rounds, tells each party and sets `done_at`.
 */
export const weatherDays = pgTable(
  'weather_days',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    terminalId: integer('terminal_id')
      .notNull()
      .references(() => terminals.id),
    /** The calendar day at the terminal. */
    localDate: date('local_date', { mode: 'string' }).notNull(),
    /** `13:00`; departures at both ends belong to the span. */
    fromTime: text('from_time').notNull(),
    untilTime: text('until_time').notNull(),
    /** A sentence of staff to the buyers. */
    note: text('note'),
    /** How long other seats are held. */
    holdHours: integer('hold_hours').notNull(),
    /** `user:12` */
    actor: text('actor').notNull(),
    createdAt: instant('created_at').notNull(),
    /** When every party had been told, or was left to call. */
    doneAt: instant('done_at'),
  },
  (t) => [
    unique('weather_days_span_key').on(t.terminalId, t.localDate, t.fromTime, t.untilTime),
    index('weather_days_due_idx')
      .on(t.id)
      .where(sql`${t.doneAt} is null`),
    check('weather_days_span', sql`${t.fromTime} <= ${t.untilTime}`),
    check('weather_days_hold_hours', sql`${t.holdHours} > 0`),
  ],
)

/**
 * A departure that the operator cancelled: written with `slots.called_off_at` in one transaction. A
 * job then processes all its orders and sets `done_at`.
 */
export const departureCancellations = pgTable(
  'call_offs',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    slotId: integer('slot_id')
      .notNull()
      .unique()
      .references(() => slots.id),
    /** The weather day it belongs to; null when it was cancelled alone. */
    weatherDayId: integer('weather_day_id').references(() => weatherDays.id),
    reason: text('reason', { enum: ['weather', 'technical', 'too_few_passengers', 'other'] }).notNull(),
    /** A sentence of staff to its buyers. */
    note: text('note'),
    /** `user:12` */
    actor: text('actor').notNull(),
    createdAt: instant('created_at').notNull(),
    /** When no held seats were left and every paid order had its rebooking offer. */
    doneAt: instant('done_at'),
  },
  (t) => [
    index('call_offs_weather_day_idx').on(t.weatherDayId),
    index('call_offs_due_idx')
      .on(t.id)
      .where(sql`${t.doneAt} is null`),
  ],
)

/**
 * The rebooking offer to an order with paid seats on a cancelled departure: other seats, a voucher
 * or a refund, once. It is `closed` when the order ended in another way.
 */
export const rebookingOffers = pgTable(
  'reschedule_claims',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    callOffId: integer('call_off_id')
      .notNull()
      .references(() => departureCancellations.id),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    /** The mailed link: a keyed hash to find it, encrypted to show it to the buyer again. */
    tokenHash: text('token_hash').notNull().unique(),
    tokenSealed: bytes('token_sealed').notNull(),
    state: text('state', { enum: ['open', 'moved', 'voucher', 'refunded', 'closed'] }).notNull(),
    /** `link`: by the mailed link. `clock`: nobody answered in time. `staff`: on the phone. */
    answeredBy: text('answered_by', { enum: ['link', 'clock', 'order', 'staff'] }),
    /** The departure of the new seats. */
    movedToSlotId: integer('moved_to_slot_id').references(() => slots.id),
    voucherId: integer('voucher_id').references(() => vouchers.id),
    orderRefundId: integer('order_refund_id').references(() => orderRefunds.id),
    /** The rounds of a weather day in which an alternative was sought for it. */
    rounds: integer('rounds').notNull().default(0),
    /** When its mail was queued, or the party was left to call; null while alternatives are sought. */
    toldAt: instant('told_at'),
    /** When a browser first showed its page. */
    openedAt: instant('opened_at'),
    /** How often alternatives were searched again. */
    renewals: integer('renewals').notNull().default(0),
    /** Afterwards a job answers the offer. */
    expiresAt: instant('expires_at').notNull(),
    remindedAt: instant('reminded_at'),
    /** When the link was last mailed again. */
    linkMailedAt: instant('link_mailed_at'),
    createdAt: instant('created_at').notNull(),
    answeredAt: instant('answered_at'),
  },
  (t) => [
    unique('reschedule_claims_once_key').on(t.callOffId, t.orderId),
    index('reschedule_claims_order_idx').on(t.orderId),
    index('reschedule_claims_due_idx').on(t.state, t.expiresAt),
    check('reschedule_claims_answered', sql`(${t.state} = 'open') = (${t.answeredAt} is null)`),
    check(
      'reschedule_claims_one_answer',
      sql`(${t.state} = 'moved') = (${t.movedToSlotId} is not null)
        and (${t.state} = 'voucher') = (${t.voucherId} is not null)
        and (${t.state} = 'refunded') = (${t.orderRefundId} is not null)`,
    ),
  ],
)

/**
 * Seats held for one rebooking offer; their holds are in `holds` and count like those of an order.
 */
export const rebookingAlternatives = pgTable(
  'claim_alternatives',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    claimId: integer('claim_id')
      .notNull()
      .references(() => rebookingOffers.id),
    slotId: integer('slot_id')
      .notNull()
      .references(() => slots.id),
    /** An open row after `expires_at` counts as `over`. */
    state: text('state', { enum: ['open', 'taken', 'over'] }).notNull(),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('claim_alternatives_once_idx')
      .on(t.claimId, t.slotId)
      .where(sql`${t.state} = 'open'`),
    index('claim_alternatives_slot_idx').on(t.slotId, t.state),
  ],
)
