import { z } from 'zod'
import { DepartureType, QuantityType } from './enums.ts'
import { Dollars, Id, Instant, LocalDate, LocalTime, QueryId } from './primitives.ts'

/**
 * `open`: on sale; `full`: nothing is left; `ended`: sales have ended, it has not left yet;
 * `no_aircraft`: every aircraft is busy; `not_on_sale`: its product or rule is not on sale now;
 * `closed`: staff closed this departure; `day_closed`: its product does not fly that day;
 * `cancelled`: the operator cancelled it; `flown`: it has left with passengers; `past`: its time is
 * over and nobody was booked.
 */
export const WeekState = z.enum([
  'open',
  'full',
  'ended',
  'no_aircraft',
  'not_on_sale',
  'closed',
  'day_closed',
  'cancelled',
  'flown',
  'past',
])

/** A departure rule on one date. Prices are of its product's unit, before fees and taxes. */
export const DepartureDate = z.object({
  departure_id: Id,
  date: LocalDate,
  depart_at: Instant,
  local_time: LocalTime,
  state: WeekState,
  /** Why it is closed. */
  reason: z.string(),
  /** Of the aircraft with passengers, or of the one that would take the first. */
  seats: z.number().int(),
  seats_sold: z.number().int(),
  /** Parties with sold seats. */
  parties: z.number().int(),
  seats_held: z.number().int(),
  /** Until when the last of the held seats are kept. */
  held_until: Instant.nullable(),
  /** What the sold seats cost, before fees, taxes and discounts. */
  revenue: Dollars,
  price: Dollars,
  /** What a shopper of the product's own brand pays, with all fees and taxes. */
  price_total: Dollars,
  /** The price of this date alone; null if it has none. */
  date_price: Dollars.nullable(),
  /** The rule's own price; null if its fare or product has the price. */
  rule_price: Dollars.nullable(),
  /** The last day of its rule; null if it has no end. */
  rule_until: LocalDate.nullable(),
  /** Names what a change is made from: whether it is closed, and its price. */
  version: z.string(),
})

/** What a version says, for people who changed the same departure. */
export const writeDateVersion = (state: 'open' | 'closed' | 'day_closed', price: number, own: boolean) =>
  `${state}-${price.toFixed(2)}-${own ? 'date' : 'rule'}`

const DATE_VERSION = /^(open|closed|day_closed)-(\d{1,9}\.\d\d)-(?:date|rule)$/
export function readDateVersion(version: string): { closed: boolean; price: number } | undefined {
  const [, state, price] = DATE_VERSION.exec(version) ?? []
  return state === undefined ? undefined : { closed: state !== 'open', price: Number(price) }
}

/** The departures of one time of a product, a place for each of the seven days. */
const WeekRow = z.object({
  departure_type: DepartureType,
  time: LocalTime.nullable(),
  offset_in_mins: z.number().int().nullable(),
  dates: z.array(DepartureDate.nullable()),
})

const WeekProduct = z.object({
  id: Id,
  name: z.string(),
  /** What its prices are of: a seat, or an aircraft for products without seat prices. */
  quantity_type: QuantityType,
  rows: z.array(WeekRow),
})

/** What does not fly on a day: a product, or one of its departures where others leave elsewhere. */
export const ClosedTarget = z.object({ product_id: Id, departure_id: Id.nullable() })

const Named = z.object({ id: Id, name: z.string() })

/** Seven days of the departures of a terminal. */
export const StaffWeek = z.object({
  from: LocalDate,
  until: LocalDate,
  /** The current day at the terminal. */
  today: LocalDate,
  terminal: Named.extend({ timezone: z.string() }),
  /** All terminals with departures. */
  terminals: z.array(Named),
  /** All products with departures at the terminal. */
  product_names: z.array(Named),
  product_id: Id.nullable(),
  days: z.array(
    z.object({
      date: LocalDate,
      /** All of what flies that day is closed for the day. */
      closed: z.boolean(),
      reason: z.string(),
      version: z.string(),
    }),
  ),
  products: z.array(WeekProduct),
})

/** By default from today, at the first terminal with departures. */
export const StaffWeekQuery = z.object({
  from: LocalDate.optional(),
  terminal_id: QueryId.optional(),
  product_id: QueryId.optional(),
})
export const StaffWeekReply = z.object({ staff_week: StaffWeek })

/** The highest price that one press may set. */
const HIGHEST_PRICE = 100_000
export const DeparturePrice = Dollars.min(1, 'Must be at least 1 dollar').max(
  HIGHEST_PRICE,
  'Must be at most 100,000 dollars',
)
const Reason = z.string().trim().max(500)

/** What is not sent stays; a price that is null is taken away. */
export const DepartureDateRequest = z.object({
  departure_date: z.object({
    closed: z.boolean().optional(),
    reason: Reason.optional(),
    date_price: DeparturePrice.nullable().optional(),
    rule_price: DeparturePrice.nullable().optional(),
    version: z.string().max(100),
  }),
})
export const DepartureDateReply = z.object({ departure_date: DepartureDate })

/** Without `targets` it is all that flies that day; with `product_id` only of that product. */
export const TerminalDayRequest = z.object({
  terminal_day: z.object({
    closed: z.boolean(),
    product_id: Id.optional(),
    targets: z.array(ClosedTarget).max(500).optional(),
    reason: Reason.optional(),
    version: z.string().max(4000),
  }),
})
export const TerminalDay = z.object({
  terminal_id: Id,
  date: LocalDate,
  closed: z.boolean(),
  reason: z.string(),
  version: z.string(),
  /** What this change closed or opened. */
  targets: z.array(ClosedTarget),
})
export const TerminalDayReply = z.object({ terminal_day: TerminalDay })

export type StaffWeek = z.infer<typeof StaffWeek>
export type DepartureDate = z.infer<typeof DepartureDate>
export type WeekState = z.infer<typeof WeekState>
export type ClosedTarget = z.infer<typeof ClosedTarget>
export type TerminalDay = z.infer<typeof TerminalDay>
export type DepartureDateInput = z.infer<typeof DepartureDateRequest>['departure_date']
export type TerminalDayInput = z.infer<typeof TerminalDayRequest>['terminal_day']
