import { randomBytes, randomInt } from 'node:crypto'
import { type ApiDeps } from '../../deps.ts'
import { makeTransferCode, parseTransferCode } from './checkout-transfer-code.ts'
import { keyedHash } from '../../gateways/sealed-text.ts'

type Deps = Pick<ApiDeps, 'settings'>

export const newTransferCode = (): string => makeTransferCode((below) => randomInt(below))

/** The secret of a mailed link: 256 random bits. */
export const newLinkSecret = (): string => randomBytes(32).toString('base64url')

/**
 * The hash under which a code or a link's secret is stored. It is keyed, because a code is short
 * enough to be found by trying all of them; the key is not in the database.
 */
export function hashTransferSecret({ settings }: Deps, secret: string): string {
  const code = parseTransferCode(secret)
  return keyedHash(settings.secrets.code, code ? 'resume-code' : 'resume-link', code ?? secret)
}

/** The hash under which an address without reminders is stored. */
export const hashReminderEmail = ({ settings }: Deps, email: string): string =>
  keyedHash(settings.secrets.code, 'reminder-email', email.trim().toLowerCase())
