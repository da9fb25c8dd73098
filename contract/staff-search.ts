import { z } from 'zod'
import { CustomerSummary } from './customer.ts'
import { FlightStatus } from './enums.ts'
import { OrderSummary } from './order-list.ts'
import { Dollars, Id, Instant, LocalDate, LocalTime } from './primitives.ts'
import { GiftCardStatus, VoucherStatus } from './tenders.ts'

/** The longest text that staff search for. */
export const SEARCH_LENGTH = 200

/**
 * `POST /v1/staff_searches`: what a caller says on the phone. It is a body, because it may be a code
 * or a phone number, which must not stand in an address.
 */
export const StaffSearchRequest = z.object({
  staff_search: z.object({
    text: z
      .string({ error: 'This field is required' })
      .trim()
      .min(1, 'This field is required')
      .max(SEARCH_LENGTH),
  }),
})

/** A flight of today, or the one whose number was typed. */
export const FoundFlight = z.object({
  id: Id,
  flight_code: z.string(),
  product_name: z.string(),
  terminal_name: z.string(),
  local_date: LocalDate,
  local_time: LocalTime,
  status: FlightStatus,
  registration: z.string(),
  pilot_name: z.string().nullable(),
  capacity: z.number().int(),
  seats_sold: z.number().int(),
})

const OfCode = { id: Id, name: z.string() }
/** A code that was typed in full, without the code itself. */
export const FoundCode = z.discriminatedUnion('kind', [
  z.object({
    ...OfCode,
    kind: z.literal('gift_card'),
    code_tail: z.string(),
    status: GiftCardStatus,
    value: Dollars,
    expires_at: Instant,
    customer_id: Id.nullable(),
    /** The order that bought it, and the one that used it. */
    bought_by_order_id: Id.nullable(),
    used_by_order_id: Id.nullable(),
  }),
  z.object({
    ...OfCode,
    kind: z.literal('voucher'),
    code_tail: z.string(),
    status: VoucherStatus,
    value: Dollars,
    balance: Dollars,
    expires_at: Instant,
    customer_id: Id.nullable(),
    order_id: Id.nullable(),
  }),
  z.object({
    ...OfCode,
    kind: z.literal('discount'),
    /** Why it cannot be used by anybody now; null if it can. */
    refusal: z.string().nullable(),
    uses: z.number().int(),
    limit: z.number().int().nullable(),
  }),
])

const found = <S extends z.ZodType>(row: S) =>
  z.object({ rows: z.array(row), count: z.number().int() }).nullable()

/** The best rows of each kind, and how many there are; null for a kind that the caller may not list. */
export const StaffSearch = z.object({
  /** Today in the shop's zone. */
  date: LocalDate,
  /** The order that the text names and nothing else. */
  order_id: Id.nullable(),
  /** The text is a code, or has the form of one. */
  is_code: z.boolean(),
  flights: found(FoundFlight),
  /** Orders that fly today come first. */
  orders: found(OrderSummary),
  customers: found(CustomerSummary),
  codes: found(FoundCode),
})
export const StaffSearchReply = z.object({ staff_search: StaffSearch })

export type StaffSearch = z.infer<typeof StaffSearch>
export type FoundFlight = z.infer<typeof FoundFlight>
export type FoundCode = z.infer<typeof FoundCode>
