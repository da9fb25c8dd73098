import { z } from 'zod'
import { Id } from './primitives.ts'

/** An upgrade that somebody may have free, once. */
export const Prize = z.object({ id: Id, upgrade_id: Id, name: z.string() })
export type Prize = z.infer<typeof Prize>

export const PrizesReply = z.object({ prizes: z.array(Prize) })
