import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { type OrderChangeDetails } from '../../rules/reschedules/order-change-request.ts'
import { type FrozenPricing } from '../../rules/pricing/frozen-pricing.ts'
import { type PricedLine } from '../../rules/pricing/price-lines.ts'
import { agents } from './agents.ts'
import { brands } from './brands.ts'
import { departures, products, upgrades } from './catalogue.ts'
import { bytes, cents, instant } from './columns.ts'
import { flights } from './inventory.ts'
import { sessions, users } from './people.ts'

export const orders = pgTable(
  'orders',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 1001 }),
    brandId: integer('brand_id')
      .notNull()
      .references(() => brands.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** The session that placed it: a guest token reaches only its own orders. */
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id),
    status: text('status', {
      enum: [
        'awaiting_payment',
        'partially_paid',
        'completed',
        'partially_refunded',
        'refunded',
        'cancelled',
        'expired',
      ],
    }).notNull(),
    /** Flights with a date, or gift cards, which hold no seats. */
    kind: text('kind', { enum: ['flight', 'gift_cards'] })
      .notNull()
      .default('flight'),
    email: text('email').notNull(),
    phone: text('phone'),
    /**
     * Keyed hash of the network it was placed from, for the hold limits; null when staff placed it.
     */
    networkKey: text('network_key'),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id),
    quantityType: text('quantity_type', { enum: ['seat', 'flight'] }).notNull(),
    /** Seats, or for whole flights the size of the party. */
    quantity: integer('quantity').notNull(),
    /** Second seats for passengers who need two. */
    secondSeats: integer('second_seats').notNull().default(0),
    variantType: text('variant_type'),
    /** The sales channel: the shop, or staff on the phone or at the counter. */
    channel: text('channel', { enum: ['web', 'phone', 'counter'] })
      .notNull()
      .default('web'),
    tagList: text('tag_list')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Who sold it: the agent whose link brought the buyer, or who booked it. */
    agentId: integer('agent_id').references(() => agents.id),
    /** Hash of items and price: the same cart again finds the same order. */
    cartHash: text('cart_hash').notNull(),
    subtotalCents: cents('subtotal_cents').notNull(),
    feesCents: cents('fees_cents').notNull(),
    taxCents: cents('tax_cents').notNull(),
    discountCents: cents('discount_cents').notNull().default(0),
    creditsCents: cents('credits_cents').notNull().default(0),
    totalCents: cents('total_cents').notNull(),
    amountPaidCents: cents('amount_paid_cents').notNull().default(0),
    /** What an order paid in part still owes; refunds lower it before they return money. */
    dueCents: cents('due_cents').notNull().default(0),
    /** When staff want the rest; null for the check-in of its first flight. */
    balanceDueAt: instant('balance_due_at'),
    /** When the customer was last told when the rest is due; null until then, as the ticket tells it. */
    balanceToldAt: instant('balance_told_at'),
    /** What the customer's next card payment takes; null for all that is due. */
    nextPartCents: cents('next_part_cents'),
    /** The call that paid it, by its idempotency key, so that its repetition gets the payment again. */
    paidByRequest: text('paid_by_request'),
    /** The pricing facts, so that tenders can be computed later at the sold price. */
    pricing: jsonb('pricing').$type<FrozenPricing>(),
    /** Until when an order without seats keeps its price; for seats their holds have the time. */
    heldUntil: instant('held_until'),
    /** The membership plan that the buyer agreed to; it starts when the order is completed. */
    membershipPlanId: integer('membership_plan_id'),
    supersededById: integer('superseded_by_id').references((): AnyPgColumn => orders.id),
    /**
     * The draft it was placed from and the first of that draft's copies, of which only one can be
     * paid. Drafts expire, these ids stay.
     */
    draftId: text('draft_id'),
    draftRoot: text('draft_root'),
    createdAt: instant('created_at').notNull(),
    completedAt: instant('completed_at'),
  },
  (t) => [
    index('orders_user_idx').on(t.userId, t.createdAt),
    index('orders_session_idx').on(t.sessionId, t.status),
    index('orders_email_idx').on(t.email),
    // Staff search by the start of an e-mail and by the last digits of a phone.
    index('orders_email_start_idx').on(sql`${t.email} text_pattern_ops`),
    index('orders_phone_idx').on(sql`reverse(regexp_replace(${t.phone}, '\\D', '', 'g')) text_pattern_ops`),
    index('orders_network_idx').on(t.networkKey, t.status),
    index('orders_status_idx').on(t.status, t.createdAt),
    index('orders_due_idx')
      .on(t.id)
      .where(sql`${t.dueCents} > 0`),
    index('orders_created_idx').on(t.createdAt, t.id),
    // Reports of sales by the day on which they were paid.
    index('orders_completed_idx').on(t.completedAt),
    index('orders_draft_idx').on(t.draftRoot),
    index('orders_agent_idx')
      .on(t.agentId, t.completedAt)
      .where(sql`${t.agentId} is not null`),
    check(
      'orders_money',
      sql`${t.totalCents} >= 0 and ${t.amountPaidCents} >= 0 and ${t.amountPaidCents} <= ${t.totalCents}`,
    ),
    // An order is settled exactly when nothing is due.
    check(
      'orders_due',
      sql`${t.dueCents} >= 0 and (${t.dueCents} > 0) = (${t.status} = 'partially_paid')
        and ${t.dueCents} + ${t.amountPaidCents} + ${t.creditsCents} <= ${t.totalCents}`,
    ),
    check('orders_next_part', sql`${t.nextPartCents} > 0`),
    check('orders_quantity', sql`${t.quantity} > 0 and ${t.secondSeats} >= 0`),
  ],
)

export const orderItemSeats = pgTable(
  'order_item_seats',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    flightId: integer('flight_id')
      .notNull()
      .references(() => flights.id),
    departureId: integer('departure_id')
      .notNull()
      .references(() => departures.id),
    departAt: instant('depart_at').notNull(),
    quantity: integer('quantity').notNull(),
    /** The change that added its seats to the paid order; null for what was sold with it. */
    orderChangeId: integer('order_change_id').references((): AnyPgColumn => orderChanges.id),
    /** The price of an adult's seat. */
    unitPriceCents: cents('unit_price_cents').notNull(),
    /** What its passengers who are no adults pay less, together. */
    typesOffCents: cents('types_off_cents').notNull().default(0),
    /**
     * The dearest list price that was paid for it, once it was moved; until then the one it was
     * sold at.
     */
    paidListCents: integer('paid_list_cents'),
    /**
     * The gift cards that pay seats or aircraft of it, once a part was moved; until then all of the
     * order's.
     */
    giftCardIds: integer('gift_card_ids').array(),
    /** How calendars know it, once it was moved; until then by its flight. */
    calendarKey: text('calendar_key'),
    /** Counts its moves, so that calendars replace what they have. */
    moves: integer('moves').notNull().default(0),
  },
  (t) => [
    index('order_item_seats_order_idx').on(t.orderId),
    index('order_item_seats_flight_idx').on(t.flightId),
    check(
      'order_item_seats_money',
      sql`${t.quantity} > 0 and ${t.unitPriceCents} >= 0
        and ${t.typesOffCents} between 0 and ${t.unitPriceCents} * ${t.quantity}`,
    ),
  ],
)

/** One row per aircraft bought whole. */
export const orderItemFlights = pgTable(
  'order_item_flights',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    flightId: integer('flight_id')
      .notNull()
      .references(() => flights.id),
    departureId: integer('departure_id')
      .notNull()
      .references(() => departures.id),
    departAt: instant('depart_at').notNull(),
    unitPriceCents: cents('unit_price_cents').notNull(),
    /**
     * The dearest list price that was paid for it, once it was moved; until then the one it was
     * sold at.
     */
    paidListCents: integer('paid_list_cents'),
    /**
     * The gift cards that pay seats or aircraft of it, once a part was moved; until then all of the
     * order's.
     */
    giftCardIds: integer('gift_card_ids').array(),
    /** How calendars know it, once it was moved; until then by its flight. */
    calendarKey: text('calendar_key'),
    /** Counts its moves, so that calendars replace what they have. */
    moves: integer('moves').notNull().default(0),
  },
  (t) => [
    index('order_item_flights_order_idx').on(t.orderId),
    index('order_item_flights_flight_idx').on(t.flightId),
    check('order_item_flights_money', sql`${t.unitPriceCents} >= 0`),
  ],
)

export const orderItemUpgrades = pgTable(
  'order_item_upgrades',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    upgradeId: integer('upgrade_id')
      .notNull()
      .references(() => upgrades.id),
    /** Its name when it was bought. */
    name: text('name').notNull(),
    quantity: integer('quantity').notNull(),
    unitPriceCents: cents('unit_price_cents').notNull(),
    answer: text('answer'),
  },
  (t) => [
    index('order_item_upgrades_order_idx').on(t.orderId),
    check('order_item_upgrades_money', sql`${t.quantity} > 0 and ${t.unitPriceCents} >= 0`),
  ],
)

/**
 * A later purchase for a paid order, guests added to its party, or a reschedule, with its own payment.
 * `awaiting_payment` while it can be paid; `expired` when its payment closed without money,
 * `superseded` by another change, `returned` when its money could not be accepted.
 */
export const orderChanges = pgTable(
  'order_changes',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    kind: text('kind', { enum: ['upgrades', 'reschedule', 'guests'] }).notNull(),
    state: text('state', {
      enum: ['awaiting_payment', 'completed', 'expired', 'superseded', 'returned'],
    }).notNull(),
    /** The requester: `user:12`, `session:…`. */
    actor: text('actor').notNull(),
    /** The requested change, by kind. */
    wish: jsonb('wish').$type<OrderChangeDetails>().notNull(),
    /** Hash of request, price and tenders: a repeated request is the same change. */
    wishHash: text('wish_hash').notNull(),
    /** Its price breakdown, which is copied to the order's lines when it is paid. */
    lines: jsonb('lines').$type<PricedLine[]>().notNull(),
    totalCents: cents('total_cents').notNull(),
    creditsCents: cents('credits_cents').notNull().default(0),
    /** The part of its fee that staff waived, treated like a refund. */
    waivedCents: cents('waived_cents').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    /** When it was completed or abandoned. */
    settledAt: instant('settled_at'),
  },
  (t) => [
    index('order_changes_order_idx').on(t.orderId, t.id),
    index('order_changes_waived_idx')
      .on(t.settledAt)
      .where(sql`${t.waivedCents} > 0`),
    uniqueIndex('order_changes_one_open')
      .on(t.orderId)
      .where(sql`${t.state} = 'awaiting_payment'`),
    check(
      'order_changes_money',
      sql`${t.totalCents} >= 0 and ${t.creditsCents} between 0 and ${t.totalCents}`,
    ),
    check('order_changes_waived', sql`${t.waivedCents} >= 0`),
  ],
)

/** The breakdown as it was sold. Lines sum to the order's total. */
export const orderLines = pgTable(
  'order_lines',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    /** The change that added it; null for what was sold with the order. */
    orderChangeId: integer('order_change_id').references(() => orderChanges.id),
    position: integer('position').notNull(),
    kind: text('kind', {
      enum: [
        'seat',
        'flight',
        'gift_card',
        'upgrade',
        'difference',
        'reschedule_fee',
        'gift',
        'discount',
        'fee',
        'tax',
        'voucher',
        'credit',
      ],
    }).notNull(),
    /** The upgrade, fee, gift card, code or voucher the line is for. */
    subjectId: integer('subject_id'),
    label: text('label').notNull(),
    detail: text('detail'),
    quantity: integer('quantity').notNull(),
    unitCents: cents('unit_cents').notNull(),
    amountCents: cents('amount_cents').notNull(),
    rule: text('rule').notNull(),
  },
  (t) => [unique('order_lines_position_key').on(t.orderId, t.position)],
)

/** The history of an order: who, when, why. */
export const orderEvents = pgTable(
  'order_events',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    at: instant('at').notNull(),
    /** `user:12`, `session:…`, `stripe`, `clock`. */
    actor: text('actor').notNull(),
    fromStatus: text('from_status'),
    toStatus: text('to_status').notNull(),
    reason: text('reason').notNull(),
    details: jsonb('details').$type<Record<string, string | number | boolean | null>>(),
  },
  (t) => [index('order_events_order_idx').on(t.orderId, t.id)],
)

/**
 * The link in an order's mails: a keyed hash to find it, encrypted for the next mail. One per
 * order.
 */
export const orderLinks = pgTable('order_links', {
  orderId: integer('order_id')
    .primaryKey()
    .references(() => orders.id),
  tokenHash: text('token_hash').notNull().unique(),
  tokenSealed: bytes('token_sealed').notNull(),
  madeAt: instant('made_at').notNull(),
})
