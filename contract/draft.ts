import { z } from 'zod'
import { Instant } from './primitives.ts'

/**
 * What a shopper typed on the page with personal fields, kept on the server for a short time so
 * that it is never in a URL and never lost. Stored as typed: nothing here is validated beyond its
 * size.
 */
export const DraftFields = z.record(z.string().max(80), z.string().max(2000))
export const DraftRequest = z.object({ draft: z.object({ fields: DraftFields }) })
export const Draft = z.object({ id: z.string(), fields: DraftFields, expires_at: Instant })
export const DraftReply = z.object({ draft: Draft })
export type DraftFields = z.infer<typeof DraftFields>
export type Draft = z.infer<typeof Draft>
