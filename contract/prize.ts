import { z } from 'zod'
import { Id, Instant, ListMeta } from './primitives.ts'

/** A prize: an upgrade that its owner gets free once. Staff also read the owner and the use. */
export const Prize = z.object({
  id: Id,
  upgrade_id: Id,
  name: z.string(),
  user_id: Id.optional(),
  order_id: Id.nullable().optional(),
  used_at: Instant.nullable().optional(),
  created_at: Instant.optional(),
})
export type Prize = z.infer<typeof Prize>

export const PrizesReply = z.object({ prizes: z.array(Prize), meta: ListMeta.optional() })
