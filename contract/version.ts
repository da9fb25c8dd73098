import { z } from 'zod'
import { Instant } from './primitives.ts'

/**
 * What everybody sees of the shop, as one word: as long as it is the same, so is every page and
 * price that holds nothing of one visitor.
 */
export const VersionReply = z.object({
  version: z.string(),
  /**
   * At this instant the version changes by itself: a departure passes, sales close, a hold runs
   * out, a day ends.
   */
  valid_until: Instant,
})
export type VersionReply = z.infer<typeof VersionReply>
