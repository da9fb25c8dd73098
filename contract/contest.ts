import { z } from 'zod'
import { Id, Instant } from './primitives.ts'

/** `drawn`: the contest is over and all its winners are drawn. */
export const ContestState = z.enum(['coming', 'open', 'closed', 'drawn'])
export const Contest = z.object({
  id: Id,
  brand_id: Id,
  name: z.string(),
  /** The prize is this upgrade, free once. */
  upgrade_id: Id,
  prize: z.string(),
  winners: z.number().int(),
  opens_at: Instant,
  closes_at: Instant,
  state: ContestState,
})
export type Contest = z.infer<typeof Contest>

/** `GET /v1/contests`: the contest that closes last comes first. */
export const ContestsReply = z.object({ contests: z.array(Contest) })
/** `POST /v1/contests/{id}/draws`: draws a winning entry and creates its prize. */
export const ContestDrawReply = z.object({
  contest_draw: z.object({ form_entry_id: Id, prize_id: Id, name: z.string(), email: z.string() }),
})
