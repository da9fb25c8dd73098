import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { focalPoints } from '#contract/photo.ts'
import { type CabinRow } from '#contract/seating.ts'
import { brands } from './brands.ts'
import { cents, instant } from './columns.ts'
import { photoCuts } from './photos.ts'

export const terminals = pgTable(
  'terminals',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    name: text('name').notNull(),
    subtitle: text('subtitle').notNull().default(''),
    code: text('code').notNull().unique(),
    street: text('street').notNull(),
    city: text('city').notNull(),
    state: text('state').notNull(),
    zipCode: text('zip_code').notNull(),
    airport: boolean('airport').notNull().default(false),
    timezone: text('timezone').notNull(),
    latitude: doublePrecision('latitude').notNull(),
    longitude: doublePrecision('longitude').notNull(),
    /** Directions, one entry per means of transport: by train, by car. */
    directions: text('directions')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Tax in hundredths of a percent (500 is 5 %). */
    taxBps: integer('tax_bps').notNull().default(0),
    /** The ICAO code of the station whose weather staff read; null for none. */
    weatherStation: text('weather_station'),
  },
  (t) => [check('terminals_weather_station', sql`${t.weatherStation} ~ '^[A-Z][A-Z0-9]{3}$'`)],
)

export const aircraftTypes = pgTable(
  'aircraft_types',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    name: text('name').notNull(),
    maxPassengers: integer('max_passengers').notNull(),
    maxWeightLbs: integer('max_weight_lbs').notNull(),
    category: text('category', { enum: ['doors_on', 'doors_off', 'executive'] }).notNull(),
    /** Passengers above this weight need a second seat. */
    seatLimitLbs: integer('seat_limit_lbs').notNull().default(275),
    /** The seats by row, with their limits and arms; null: who sits where is not kept. */
    cabinRows: jsonb('cabin_rows').$type<CabinRow[]>(),
    /** What may sit on the left, and as much on the right. */
    sideLimitLbs: integer('side_limit_lbs'),
    /** By how much one side may weigh more than the other, with the pilot. */
    sideDifferenceLbs: integer('side_difference_lbs'),
    /** The pilot's weight that counts there and for the centre of gravity. */
    pilotLbs: integer('pilot_lbs'),
    emptyWeightLbs: integer('empty_weight_lbs'),
    /** Inches from the datum, as all arms. */
    emptyArmIn: doublePrecision('empty_arm_in'),
    cgForwardIn: doublePrecision('cg_forward_in'),
    cgAftIn: doublePrecision('cg_aft_in'),
    /** Who may sit in front, in the operator's words. */
    frontSeatRule: text('front_seat_rule'),
    /** The least age in the row of the pilot, known by passenger types; null for any. */
    frontMinAge: integer('front_min_age'),
    /** What one person there may weigh; the pounds of the row are those of `cabin_rows`. */
    frontMaxLbs: integer('front_max_lbs'),
    /** Nobody there has a second seat. */
    frontSingleSeats: boolean('front_single_seats').notNull().default(false),
  },
  (t) => [
    check(
      'aircraft_types_positive',
      sql`${t.maxPassengers} > 0 and ${t.maxWeightLbs} > 0 and ${t.seatLimitLbs} > 0`,
    ),
    check('aircraft_types_cg', sql`${t.cgForwardIn} <= ${t.cgAftIn}`),
    check(
      'aircraft_types_front',
      sql`${t.frontMinAge} between 1 and 120 and ${t.frontMaxLbs} between 1 and 999`,
    ),
  ],
)

export const aircraft = pgTable(
  'aircraft',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    registration: text('registration').notNull().unique(),
    aircraftTypeId: integer('aircraft_type_id')
      .notNull()
      .references(() => aircraftTypes.id),
    terminalId: integer('terminal_id')
      .notNull()
      .references(() => terminals.id),
    /** Minutes on the ground between two flights. */
    turnaroundMins: integer('turnaround_mins').notNull().default(15),
    inService: boolean('in_service').notNull().default(true),
  },
  (t) => [index('aircraft_base_idx').on(t.terminalId, t.aircraftTypeId)],
)

/**
 * Days, both included, on which an aircraft does not fly. The instants are those of its terminal's
 * calendar; whatever flies goes by them.
 */
export const aircraftOutages = pgTable(
  'aircraft_outages',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    aircraftId: integer('aircraft_id')
      .notNull()
      .references(() => aircraft.id, { onDelete: 'cascade' }),
    fromDate: date('from_date', { mode: 'string' }).notNull(),
    untilDate: date('until_date', { mode: 'string' }).notNull(),
    fromAt: instant('from_at').notNull(),
    /** The end of the last day. */
    untilAt: instant('until_at').notNull(),
    reason: text('reason').notNull(),
  },
  (t) => [
    index('aircraft_outages_aircraft_idx').on(t.aircraftId, t.untilAt),
    check('aircraft_outages_order', sql`${t.fromAt} < ${t.untilAt}`),
  ],
)

export const productCategories = pgTable('product_categories', {
  id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
  name: text('name').notNull(),
  slug: text('slug').notNull().unique(),
  position: integer('position').notNull().default(0),
  showOnHomepage: boolean('show_on_homepage').notNull().default(false),
})

/** A kind of passenger beside adults; the sold ones stay in the facts of their orders. */
export interface PassengerTypeRow {
  id: number
  name: string
  note: string
  percent_off: number
  min_age: number | null
  max_age: number | null
  needs_adult: boolean
  active: boolean
}

export interface RouteStopRow {
  name: string
  description: string
  minute: number
}

export const products = pgTable(
  'products',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    brandId: integer('brand_id')
      .notNull()
      .references(() => brands.id),
    name: text('name').notNull(),
    subtitle: text('subtitle').notNull().default(''),
    slug: text('slug').notNull().unique(),
    description: text('description').notNull().default(''),
    enableBnsl: boolean('enable_bnsl').notNull().default(false),
    seatPriceCents: cents('seat_price_cents'),
    flightPriceCents: cents('flight_price_cents'),
    /**
     * Fees are counted on this price instead of the line's own (the '12-Minute Private Flight',
     * spec section 9).
     */
    feePriceCents: cents('fee_price_cents'),
    /** Account credit cannot pay for it (spec section 6). */
    creditHidden: boolean('credit_hidden').notNull().default(false),
    aircraftTypeId: integer('aircraft_type_id')
      .notNull()
      .references(() => aircraftTypes.id),
    departureTerminalId: integer('departure_terminal_id')
      .notNull()
      .references(() => terminals.id),
    arrivalTerminalId: integer('arrival_terminal_id')
      .notNull()
      .references(() => terminals.id),
    flightDurationMins: integer('flight_duration_mins').notNull(),
    durationLabel: text('duration_label').notNull(),
    checkInMins: integer('check_in_mins').notNull().default(45),
    /** Guests count as late this many minutes before departure; null for from check-in time on. */
    lateMins: integer('late_mins'),
    /** What a guest has who did not come: nothing, a free move as a voucher, or a part of what was paid. */
    noShow: text('no_show', { enum: ['nothing', 'move', 'credit'] })
      .notNull()
      .default('nothing'),
    /** The days within which a free move after a no-show must be booked. */
    noShowDays: integer('no_show_days').notNull().default(30),
    /** The part of what was paid that a no-show has as a credit. */
    noShowPercent: integer('no_show_percent').notNull().default(50),
    /** Sales close this many minutes before departure. */
    salesCloseMins: integer('sales_close_mins').notNull().default(120),
    /** The same for sales by staff; 0 is until departure. */
    staffSalesCloseMins: integer('staff_sales_close_mins').notNull().default(0),
    /** Seats of each departure that only staff sell. */
    seatsHeldBack: integer('seats_held_back').notNull().default(0),
    /** With fewer seats sold than these a departure does not leave by itself; 1 for any number. */
    minPassengers: integer('min_passengers').notNull().default(1),
    /** The minutes before departure at which that is decided. */
    minDecidedMins: integer('min_decided_mins').notNull().default(1440),
    /** What happens then: staff are asked, or the departure is cancelled. */
    minMissed: text('min_missed', { enum: ['ask', 'call_off'] })
      .notNull()
      .default('ask'),
    /** How many days ahead departures are sold. */
    salesWindowDays: integer('sales_window_days').notNull().default(365),
    /** Buyers may cancel until this many hours before departure. */
    cancelUntilHours: integer('cancel_until_hours').notNull().default(48),
    /** The share that is refunded then, in hundredths of a percent. */
    cancelRefundBps: integer('cancel_refund_bps').notNull().default(10_000),
    /** The minimum age in years; 0 for any age. */
    minAgeYears: integer('min_age_years').notNull().default(0),
    /** Children below this age may sit on a lap without a seat; 0 when everybody needs one. */
    lapChildUnderYears: integer('lap_child_under_years').notNull().default(0),
    wheelchairBoarding: text('wheelchair_boarding', { enum: ['lift', 'assisted', 'none'] })
      .notNull()
      .default('assisted'),
    whatToWear: text('what_to_wear').notNull().default(''),
    availability: text('availability', {
      enum: ['available', 'sold_out', 'coming_soon', 'paused'],
    }).notNull(),
    publishAt: instant('publish_at'),
    publishUntil: instant('publish_until'),
    publishStatus: text('publish_status', { enum: ['draft', 'published', 'archived'] }).notNull(),
    place: text('place', {
      enum: ['manhattan', 'liberty', 'jersey', 'miami', 'losangeles', 'doorsoff'],
    }).notNull(),
    /** The own photo of the product; null for the drawn scene of its place. */
    photo: text('photo'),
    photoFocal: text('photo_focal', { enum: focalPoints }).notNull().default('center'),
    /** What the photo shows, for those who do not see it. */
    photoAlt: text('photo_alt').notNull().default(''),
    routeMap: text('route_map', { enum: ['manhattan', 'miami', 'losangeles'] }).notNull(),
    routeStops: jsonb('route_stops').$type<RouteStopRow[]>().notNull().default([]),
    /** In the order in which shoppers see them; one that was saved stays, switched off. */
    passengerTypes: jsonb('passenger_types').$type<PassengerTypeRow[]>().notNull().default([]),
    included: text('included')
      .array()
      .notNull()
      .default(sql`'{}'`),
    images: text('images')
      .array()
      .notNull()
      .default(sql`'{}'`),
    tagList: text('tag_list')
      .array()
      .notNull()
      .default(sql`'{}'`),
    position: integer('position').notNull().default(0),
  },
  (t) => [
    index('products_brand_idx').on(t.brandId, t.publishStatus),
    check(
      'products_money',
      sql`coalesce(${t.seatPriceCents}, 0) >= 0 and coalesce(${t.flightPriceCents}, 0) >= 0
        and (${t.seatPriceCents} is not null or ${t.flightPriceCents} is not null)`,
    ),
    check(
      'products_private_flight',
      sql`lower(regexp_replace(btrim(${t.name}), '\\s+', ' ', 'g')) <> '12-minute private flight'
        or (${t.creditHidden} and ${t.feePriceCents} is not null and ${t.feePriceCents} = 119800)`,
    ),
    check(
      'products_duration',
      sql`${t.flightDurationMins} > 0 and ${t.salesCloseMins} >= 0 and ${t.staffSalesCloseMins} >= 0`,
    ),
    // The pictures of a photo are there before a product shows it.
    foreignKey({
      name: 'products_photo_fk',
      columns: [t.photo, t.photoFocal],
      foreignColumns: [photoCuts.photo, photoCuts.focal],
    }),
    check('products_photo_alt', sql`${t.photo} is null or ${t.photoAlt} <> ''`),
    check('products_held_back', sql`${t.seatsHeldBack} >= 0`),
    check('products_minimum', sql`${t.minPassengers} >= 1 and ${t.minDecidedMins} >= 0`),
    check(
      'products_no_show',
      sql`${t.noShowDays} between 1 and 365 and ${t.noShowPercent} between 1 and 100`,
    ),
    check('products_late', sql`${t.lateMins} between 0 and 600`),
    check(
      'products_ages',
      sql`${t.minAgeYears} between 0 and 21 and ${t.lapChildUnderYears} between 0 and 3`,
    ),
    check(
      'products_cancellation',
      sql`${t.cancelUntilHours} >= 0 and ${t.cancelRefundBps} between 0 and 10000`,
    ),
  ],
)

export const productCategoryProducts = pgTable(
  'product_category_products',
  {
    productCategoryId: integer('product_category_id')
      .notNull()
      .references(() => productCategories.id, { onDelete: 'cascade' }),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
  },
  (t) => [
    primaryKey({ columns: [t.productCategoryId, t.productId] }),
    index('product_category_products_product_idx').on(t.productId),
  ],
)

export const fares = pgTable(
  'fares',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    seatPriceCents: cents('seat_price_cents'),
    flightPriceCents: cents('flight_price_cents'),
    giftable: boolean('giftable').notNull().default(false),
    /**
     * The price of a gift card of this fare: of a seat, or of an aircraft for products without seat
     * prices. Null: the fare's price.
     */
    giftPriceCents: cents('gift_price_cents'),
    /** Its gift cards pay every departure of the product, whatever it costs. */
    coversAllFares: boolean('covers_all_fares').notNull().default(false),
    /**
     * Its buyer may get a refund when the departure is cancelled; other seats or a voucher are
     * always offered.
     */
    refundWhenCalledOff: boolean('refund_when_called_off').notNull().default(false),
  },
  (t) => [
    index('fares_product_idx').on(t.productId),
    check(
      'fares_money',
      sql`coalesce(${t.seatPriceCents}, 0) >= 0 and coalesce(${t.flightPriceCents}, 0) >= 0`,
    ),
    check(
      'fares_gift_price',
      sql`coalesce(${t.giftPriceCents}, 1) > 0 and (not ${t.coversAllFares}
        or ${t.giftPriceCents} is not null)`,
    ),
  ],
)

/** Weekly rules in the terminal's zone. */
export const departures = pgTable(
  'departures',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    /** 0 is Sunday. */
    dayOfWeek: integer('day_of_week').notNull(),
    departureType: text('departure_type', { enum: ['fixed', 'sunset'] }).notNull(),
    /** 'HH:MM', for fixed departures. */
    time: text('time'),
    /** Minutes from that day's sunset, for sunset departures. */
    offsetInMins: integer('offset_in_mins'),
    fareId: integer('fare_id').references(() => fares.id),
    seatPriceCents: cents('seat_price_cents'),
    flightPriceCents: cents('flight_price_cents'),
    /** Override of the product's terminals. */
    departureTerminalId: integer('departure_terminal_id').references(() => terminals.id),
    arrivalTerminalId: integer('arrival_terminal_id').references(() => terminals.id),
    publishAt: instant('publish_at'),
    publishUntil: instant('publish_until'),
    publishStatus: text('publish_status', { enum: ['draft', 'published', 'archived'] }).notNull(),
    tagList: text('tag_list')
      .array()
      .notNull()
      .default(sql`'{}'`),
  },
  (t) => [
    index('departures_product_idx').on(t.productId, t.dayOfWeek),
    check('departures_day', sql`${t.dayOfWeek} between 0 and 6`),
    check(
      'departures_when',
      sql`(${t.departureType} = 'fixed' and ${t.time} ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$')
        or (${t.departureType} = 'sunset' and ${t.offsetInMins} is not null)`,
    ),
    check(
      'departures_money',
      sql`coalesce(${t.seatPriceCents}, 0) >= 0 and coalesce(${t.flightPriceCents}, 0) >= 0`,
    ),
  ],
)

/**
 * A date on which a rule (or, without one, the whole product) does not fly, an extra date on which a
 * rule does, or a date on which it has a price of its own.
 */
export const departureExceptions = pgTable(
  'departure_exceptions',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    departureId: integer('departure_id').references(() => departures.id, { onDelete: 'cascade' }),
    date: date('date', { mode: 'string' }).notNull(),
    kind: text('kind', { enum: ['closed', 'extra', 'priced'] }).notNull(),
    reason: text('reason').notNull().default(''),
    /** For `priced`: before the rule's, the fare's and the product's price; null leaves those. */
    seatPriceCents: cents('seat_price_cents'),
    flightPriceCents: cents('flight_price_cents'),
  },
  (t) => [
    index('departure_exceptions_product_idx').on(t.productId, t.date),
    uniqueIndex('departure_exceptions_priced_key')
      .on(t.departureId, t.date)
      .where(sql`${t.kind} = 'priced'`),
    check('departure_exceptions_extra', sql`${t.kind} = 'closed' or ${t.departureId} is not null`),
    check(
      'departure_exceptions_money',
      sql`(${t.kind} = 'priced') = (num_nonnulls(${t.seatPriceCents}, ${t.flightPriceCents}) > 0)
        and coalesce(${t.seatPriceCents}, 0) >= 0 and coalesce(${t.flightPriceCents}, 0) >= 0`,
    ),
  ],
)

export const upgrades = pgTable(
  'upgrades',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    priceCents: cents('price_cents'),
    /** Hundredths of a percent of the seat price. */
    percentBps: integer('percent_bps'),
    goodForXPax: integer('good_for_x_pax').notNull(),
    selected: boolean('selected').notNull().default(false),
    question: text('question'),
    /** Allows a refund instead of another date when the operator cancels the departure. */
    refundRight: boolean('refund_right').notNull().default(false),
    position: integer('position').notNull().default(0),
  },
  (t) => [
    check('upgrades_price', sql`(${t.priceCents} is null) <> (${t.percentBps} is null)`),
    check('upgrades_money', sql`coalesce(${t.priceCents}, 0) >= 0 and coalesce(${t.percentBps}, 0) >= 0`),
    check('upgrades_good_for', sql`${t.goodForXPax} >= -1`),
  ],
)

export const productUpgrades = pgTable(
  'product_upgrades',
  {
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    upgradeId: integer('upgrade_id')
      .notNull()
      .references(() => upgrades.id, { onDelete: 'cascade' }),
  },
  (t) => [
    primaryKey({ columns: [t.productId, t.upgradeId] }),
    index('product_upgrades_upgrade_idx').on(t.upgradeId),
  ],
)

export const fees = pgTable(
  'fees',
  {
    id: integer('id').primaryKey().generatedByDefaultAsIdentity(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    priceCents: cents('price_cents'),
    /** Hundredths of a percent of the price before discount. */
    percentBps: integer('percent_bps'),
    /** Once per seat (per aircraft for whole flights) instead of once per order. */
    perSeat: boolean('per_seat').notNull().default(false),
    enabled: boolean('enabled').notNull().default(true),
    /** Null: every brand. */
    brandId: integer('brand_id').references(() => brands.id),
    postponeUntilGiftCardRedemption: boolean('postpone_until_gift_card_redemption').notNull().default(false),
    position: integer('position').notNull().default(0),
  },
  (t) => [
    check('fees_price', sql`(${t.priceCents} is null) <> (${t.percentBps} is null)`),
    check('fees_money', sql`coalesce(${t.priceCents}, 0) >= 0 and coalesce(${t.percentBps}, 0) >= 0`),
  ],
)
