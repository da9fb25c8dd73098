import { z } from 'zod'
import { FlightStatus } from './enums.ts'
import { Id, Instant } from './primitives.ts'

/** What a refund or a cancellation frees on one flight, and what follows from it. */
export const FreedDeparture = z.object({
  flight_id: Id,
  flight_code: z.string(),
  product_name: z.string(),
  depart_at: Instant,
  /** The IANA zone of the terminal. */
  timezone: z.string(),
  status: FlightStatus,
  /** Seats that become free. */
  seats: z.number().int(),
  /** The passengers of the order who leave the load manifest. */
  people: z.number().int(),
  /** The passengers of the flight who are checked in already. */
  checked_in: z.number().int(),
  /** Parties on the departure's waitlist without an offer, and the seats that they need. */
  waiting: z.object({ parties: z.number().int(), seats: z.number().int() }),
  /** How many of these parties are mailed an offer for free seats, as far as is known now. */
  offered: z.number().int(),
  /** When their offers end; null where the departure is no longer offered to anybody. */
  offers_end_at: Instant.nullable(),
})
export type FreedDeparture = z.infer<typeof FreedDeparture>
