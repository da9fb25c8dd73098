import { z } from 'zod'
import { AvailableDeparture } from './availability.ts'
import { Id, LocalDate } from './primitives.ts'

/**
 * A search result: a product with the departures that the party can book on the requested day, or
 * the next ones.
 */
export const FoundFlight = z.object({
  product_id: Id,
  departures: z.array(AvailableDeparture),
  /**
   * Days near the requested one on which the party could fly, the nearest first; empty where the
   * requested day has a departure.
   */
  nearest_dates: z.array(LocalDate),
})

export const FlightSearchReply = z.object({
  search: z.object({
    /** The search results, best match first; products without a departure come last. */
    flights: z.array(FoundFlight),
    /** The query with typos corrected, when only that had results; null otherwise. */
    read_as: z.string().nullable(),
  }),
})

export type FoundFlight = z.infer<typeof FoundFlight>
export type FlightSearch = z.infer<typeof FlightSearchReply>['search']
