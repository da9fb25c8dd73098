import { createHash, randomBytes } from 'node:crypto'

/**
 * The encryption purpose of a waitlist entry's token, which is stored so that later mails can
 * contain its link.
 */
export const ENTRY_SECRET_USE = 'waitlist entry'

/** The secret of a mailed link: 256 random bits. */
export const newWaitlistToken = (): string => randomBytes(32).toString('base64url')

/** The stored hash of the token. A plain hash is enough for 256 random bits. */
export const hashWaitlistToken = (token: string): string => createHash('sha256').update(token).digest('hex')
