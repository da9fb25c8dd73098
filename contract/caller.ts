import { z } from 'zod'
import { Dollars, Id, Instant } from './primitives.ts'

/** The fewest digits of a phone number that are searched by. */
export const FEWEST_PHONE_DIGITS = 4
/** The most callers in one reply. */
export const MOST_CALLERS = 8

/** A customer as whoever sells to them reads them out: no codes, no numbers of cards. */
export const PhoneCaller = z.object({
  id: Id,
  /** Null only for a walk-in. */
  email: z.string().nullable(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  phone: z.string().nullable(),
  /** How many of their orders were paid. */
  orders: z.number().int(),
  /** The last flight that they bought and that has left. */
  last_flight: z.object({ product_name: z.string(), depart_at: Instant, timezone: z.string() }).nullable(),
  credit: Dollars,
  cards: z.array(z.object({ brand: z.string(), last4: z.string() })),
  /** Gift cards that they bought and can still use, by flight. */
  gifts: z.array(z.object({ product_name: z.string(), count: z.number().int() })),
})

/**
 * `GET /v1/callers`: customers by the last digits of a phone number, by the beginning of a name or
 * an e-mail, or one of them by id.
 */
export const CallersReply = z.object({
  callers: z.array(PhoneCaller),
  /** More were found than are listed. */
  more: z.boolean(),
})

export type PhoneCaller = z.infer<typeof PhoneCaller>
