import { createHash, timingSafeEqual } from 'node:crypto'
import { type MiddlewareHandler } from 'hono'
import { type Settings } from '#settings/settings.ts'
import { createRateWindow } from './rate-window.ts'
import { type WebEnv } from './request-facts.ts'

/**
 * The sandbox paths that shoppers need for paying: the hosted pages, the 3-D Secure challenge, and
 * the provider's script with its calls.
 */
const FOR_SHOPPERS = /^\/sandbox\/(?:(?:checkout|invoice|3ds)\/\w+|stripe\.js|sandbox\.css|stripe\/v1\/.+)$/

/** Who may use the sandbox's mailbox, authenticator and controls. */
export type SandboxAccess = 'open' | 'behind its password' | 'closed'

export function sandboxAccess({ isPublic, sandboxPassword }: Pick<Settings, 'isPublic' | 'sandboxPassword'>) {
  const access: SandboxAccess =
    sandboxPassword !== undefined ? 'behind its password' : isPublic ? 'closed' : 'open'
  return access
}

/** The allowed number of wrong passwords per minute, per address and in total. */
const WRONG_TRIES = { perKey: 10, total: 100 }

/**
 * Protects the sandbox. Whoever reads the test mailbox sees every mailed link and could take over
 * any account. On a shop that is reachable from other machines, everything that shoppers do not
 * need for paying is closed or requires a separate password.
 */
export function guardSandbox(
  settings: Pick<Settings, 'isPublic' | 'sandboxPassword'>,
  now?: () => number,
): MiddlewareHandler<WebEnv> {
  const access = sandboxAccess(settings)
  const wrongTries = createRateWindow(WRONG_TRIES, now)
  return async (c, next) => {
    if (access === 'open' || FOR_SHOPPERS.test(c.req.path)) return next()
    c.header('Cache-Control', 'no-store')
    if (access === 'closed') {
      return c.text(
        'The test mailbox and the controls of the sandbox are closed, because this shop can be ' +
          'reached from outside. Whoever runs it can set SANDBOX_PASSWORD to open them.',
        403,
      )
    }
    const given = readPassword(c.req.header('Authorization'))
    if (given !== undefined) {
      // After too many wrong passwords the right one is refused too; otherwise guessing could go
      // on.
      if (wrongTries.isSpent(c.get('visitorAddress'))) {
        return c.text('Too many tries. Please wait a minute and try again.', 429, { 'Retry-After': '60' })
      }
      if (isSame(given, settings.sandboxPassword ?? '')) return next()
      wrongTries.allow(c.get('visitorAddress'))
    }
    return c.text('This part of the sandbox asks for SANDBOX_PASSWORD, with any user name.', 401, {
      'WWW-Authenticate': 'Basic realm="Sandbox", charset="UTF-8"',
    })
  }
}

/** The password of HTTP basic authentication; the user name does not matter. */
function readPassword(header: string | undefined): string | undefined {
  const [, encoded] = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(header ?? '') ?? []
  if (encoded === undefined) return undefined
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  return text.slice(text.indexOf(':') + 1)
}

const digest = (text: string) => createHash('sha256').update(text).digest()
const isSame = (one: string, other: string) => timingSafeEqual(digest(one), digest(other))
