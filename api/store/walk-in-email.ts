import { randomUUID } from 'node:crypto'
import { like, not, type SQL } from 'drizzle-orm'
import { type PgColumn } from 'drizzle-orm/pg-core'

/**
 * Stands where an address must be and a walk-in gave none. No mail ever goes there, and nobody can
 * claim such an address (`hasMailbox` in `contract/primitives.ts`).
 */
export const WALK_IN_DOMAIN = '@walk-in.invalid'

/** Each walk-in has an account of their own. */
export const createWalkInEmail = () => `walk-in-${randomUUID()}${WALK_IN_DOMAIN}`

export const isWalkInEmail = (email: string): boolean => email.endsWith(WALK_IN_DOMAIN)

/** The rows whose column has an address that a person gave. */
export const isGivenEmail = (email: PgColumn): SQL => not(like(email, `%${WALK_IN_DOMAIN}`))

/** The address as `/v1` shows it; null for a walk-in without one. */
export const presentEmail = (email: string): string | null => (isWalkInEmail(email) ? null : email)

/** What staff read in place of a name that is not known. */
export const nameByEmail = (email: string): string => presentEmail(email) ?? 'Walk-in'
