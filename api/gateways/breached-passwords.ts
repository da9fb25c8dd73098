import { createHash } from 'node:crypto'
import { type Logger } from 'pino'
import { type Settings } from '#settings/settings.ts'

/** Passwords that nobody may have, because others try them first. */
let common: Promise<ReadonlySet<string>> | undefined

/** The list is read at its first use, and by the server alone. */
const readCommon = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].map(String))
}

const TIMEOUT = 1500
const PREFIX = 5

/**
 * Whether a password is on the list of the most common ones, or, where the settings name the
 * service, among those that were stolen elsewhere.
 */
export async function isBreachedPassword(
  { settings, log }: { settings: Pick<Settings, 'pwnedPasswordsUrl'>; log: Logger },
  password: string,
): Promise<boolean> {
  common ??= readCommon()
  if ((await common).has(password.toLowerCase())) return true
  const { pwnedPasswordsUrl: url } = settings
  return url === undefined ? false : isStolen(url, password, log)
}

/**
 * Asks with the first five digits of the hash; the service answers all that begin so, some hundred,
 * and never learns which one was meant. Without an answer the password is accepted.
 */
async function isStolen(url: string, password: string, log: Logger): Promise<boolean> {
  const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
  try {
    const answer = await fetch(`${url}/range/${hash.slice(0, PREFIX)}`, {
      // Rows that count nothing are added, so that not even the length of the answer tells anything.
      headers: { 'Add-Padding': 'true', 'User-Agent': 'flight-shop' },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT),
    })
    if (!answer.ok) throw new Error(`The service answered ${String(answer.status)}`)
    const rest = hash.slice(PREFIX)
    return (await answer.text()).split(/\r?\n/).some((line) => {
      const [suffix, count] = line.split(':')
      return suffix === rest && Number(count) > 0
    })
  } catch (error) {
    log.warn({ err: error }, 'stolen passwords could not be looked up')
    return false
  }
}
