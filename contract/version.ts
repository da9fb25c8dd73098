import { z } from 'zod'
import { Instant } from './primitives.ts'

/**
 * The version of the shop's public data. While it is unchanged, so is every page and price without
 * personal data.
 */
export const VersionReply = z.object({
  version: z.string(),
  /**
   * When the version next changes by time: a departure leaves, sales close, a hold expires, a day
   * ends.
   */
  valid_until: Instant,
})
export type VersionReply = z.infer<typeof VersionReply>
