import { z } from 'zod'
import { AvailableDeparture } from './availability.ts'
import { Id, LocalDate } from './primitives.ts'

/**
 * A flight that was found, with the departures the party can book: on the asked day, or the next
 * ones.
 */
export const FoundFlight = z.object({
  product_id: Id,
  departures: z.array(AvailableDeparture),
  /**
   * Days about the asked one on which the party could fly, the nearest first; empty where the asked
   * day is open.
   */
  nearest_dates: z.array(LocalDate),
})

export const FlightSearchReply = z.object({
  search: z.object({
    /** The best first; those without a departure last. */
    flights: z.array(FoundFlight),
    /** The typed text with its typos corrected, where only that found anything; null otherwise. */
    read_as: z.string().nullable(),
  }),
})

export type FoundFlight = z.infer<typeof FoundFlight>
export type FlightSearch = z.infer<typeof FlightSearchReply>['search']
