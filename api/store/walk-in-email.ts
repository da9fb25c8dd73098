import { randomUUID } from 'node:crypto'

/** Stands where an address must be and a walk-in gave none: no mail ever goes there. */
export const WALK_IN_DOMAIN = '@walk-in.invalid'

/** Each walk-in has an account of their own. */
export const createWalkInEmail = () => `walk-in-${randomUUID()}${WALK_IN_DOMAIN}`

export const isWalkInEmail = (email: string): boolean => email.endsWith(WALK_IN_DOMAIN)

/** The address as `/v1` shows it; null for a walk-in without one. */
export const presentEmail = (email: string): string | null => (isWalkInEmail(email) ? null : email)

/** The same where a person is listed, whose address is a text. */
export const presentEmailText = (email: string): string => presentEmail(email) ?? ''
