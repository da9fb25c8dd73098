import { z } from 'zod'
import { Instant } from './primitives.ts'

/**
 * The version of the shop's public data: while it is the same, so is every page and price without
 * personal data.
 */
export const VersionReply = z.object({
  version: z.string(),
  /**
   * The instant at which the version changes by itself: a departure passes, sales close, a hold
   * expires, a day ends.
   */
  valid_until: Instant,
})
export type VersionReply = z.infer<typeof VersionReply>
