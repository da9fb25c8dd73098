import { randomBytes, randomInt } from 'node:crypto'
import { type ApiDeps } from '../../deps.ts'
import { makeTransferCode, parseTransferCode } from './checkout-transfer-code.ts'
import { keyedHash, keyedHashes } from '../../gateways/sealed-text.ts'

type Deps = Pick<ApiDeps, 'settings'>

export const newTransferCode = (): string => makeTransferCode((below) => randomInt(below))

/** The secret of a mailed link: 256 random bits. */
export const newLinkSecret = (): string => randomBytes(32).toString('base64url')

/**
 * The hash under which a code or a link's secret is stored. It is keyed, because a code is short
 * enough to be found by trying all of them; the key is not in the database.
 */
export const hashTransferSecret = ({ settings }: Deps, secret: string): string =>
  keyedHash(settings.secrets.code, ...hashedPart(secret))

/** The hashes under which a code or a link's secret is found, one of each key. */
export const transferSecretHashes = ({ settings }: Deps, secret: string): string[] =>
  keyedHashes(settings.secrets.code, ...hashedPart(secret))

function hashedPart(secret: string): [use: string, value: string] {
  const code = parseTransferCode(secret)
  return [code ? 'resume-code' : 'resume-link', code ?? secret]
}

/** What is hashed of an address without reminders. */
export const REMINDER_EMAIL_USE = 'reminder-email'
export const normalizeReminderEmail = (email: string): string => email.trim().toLowerCase()

/** The hash under which an address without reminders is stored. */
export const hashReminderEmail = ({ settings }: Deps, email: string): string =>
  keyedHash(settings.secrets.code, REMINDER_EMAIL_USE, normalizeReminderEmail(email))

/** The hashes under which an address without reminders is found, one of each key. */
export const reminderEmailHashes = ({ settings }: Deps, email: string): string[] =>
  keyedHashes(settings.secrets.code, REMINDER_EMAIL_USE, normalizeReminderEmail(email))
