import { z } from 'zod'
import { Instant } from './primitives.ts'

/**
 * The form values of a checkout with personal data, stored on the server for a short time so that
 * they are never in a URL and survive a reload. Values are stored as entered; only their size is
 * validated.
 */
export const DraftFields = z.record(z.string().max(80), z.string().max(2000))
export const DraftRequest = z.object({ draft: z.object({ fields: DraftFields }) })
export const Draft = z.object({ id: z.string(), fields: DraftFields, expires_at: Instant })
export const DraftReply = z.object({ draft: Draft })
export type DraftFields = z.infer<typeof DraftFields>
export type Draft = z.infer<typeof Draft>
