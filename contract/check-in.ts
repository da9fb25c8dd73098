import { z } from 'zod'
import { FlightStatus } from './enums.ts'
import { Id, LocalDate, LocalTime } from './primitives.ts'

/** The longest text that is looked for: the code of a ticket is a whole address. */
export const CHECK_IN_TEXT_LENGTH = 500

/**
 * `POST /v1/check_in_searches`: what a camera or a hand scanner read from a ticket, or the number of
 * an order, or a name. It is a body, because the code of a ticket may be a secret, which must not
 * stand in an address.
 */
export const CheckInSearchRequest = z.object({
  check_in_search: z.object({
    text: z
      .string({ error: 'This field is required' })
      .trim()
      .min(1, 'This field is required')
      .max(CHECK_IN_TEXT_LENGTH, `Write at most ${String(CHECK_IN_TEXT_LENGTH)} characters`),
    /** The flight where people are checked in; without it every flight of today. */
    flight_id: Id.optional(),
  }),
})

/**
 * Whether a party can be checked in now (`ready`), or the first reason why not. `here`: all who fly
 * are checked in. `too_early`: check-in begins six hours before the flight.
 */
export const CheckInState = z.enum([
  'ready',
  'here',
  'too_early',
  'left',
  'other_flight',
  'other_terminal',
  'other_day',
  'called_off',
  'unpaid',
  'expired',
  'cancelled',
  'refunded',
  'no_flight',
])

/** An order with the flight that its people are checked in for. */
export const CheckInParty = z.object({
  order_id: Id,
  number: z.string(),
  /** The first passenger with a name; empty where nobody has one. */
  name: z.string(),
  /** Those who fly, and how many of them are checked in. */
  people: z.number().int(),
  checked_in: z.number().int(),
  state: CheckInState,
  /** The flight of the search if the party has seats there, else its next one; null without seats. */
  flight: z
    .object({
      id: Id,
      flight_code: z.string(),
      product_name: z.string(),
      terminal_name: z.string(),
      local_date: LocalDate,
      local_time: LocalTime,
      status: FlightStatus,
    })
    .nullable(),
})

export const CheckInSearch = z.object({
  /**
   * What the text was read as. `ticket`: the address in the code of a ticket. `other_code`: a code or
   * an address that is no ticket of this shop.
   */
  kind: z.enum(['ticket', 'number', 'name', 'other_code']),
  /** Today where the flight leaves, else in the shop's zone. */
  date: LocalDate,
  /** A ticket and a number have one party at most, a name at most twenty; those that are ready come first. */
  parties: z.array(CheckInParty),
})
export const CheckInSearchReply = z.object({ check_in_search: CheckInSearch })

export type CheckInState = z.infer<typeof CheckInState>
export type CheckInParty = z.infer<typeof CheckInParty>
export type CheckInSearch = z.infer<typeof CheckInSearch>
