import { createHash, randomBytes } from 'node:crypto'

/** What an entry's secret is sealed for, so that mails to come can carry its link. */
export const ENTRY_SECRET_USE = 'waitlist entry'

/** The secret of a mailed link: 256 random bits. */
export const newWaitlistToken = (): string => randomBytes(32).toString('base64url')

/** What is kept of it; so many random bits need no more than a plain hash. */
export const hashWaitlistToken = (token: string): string => createHash('sha256').update(token).digest('hex')
