import { type MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import { contentPolicy, type PolicySettings } from '#app/visit/content-policy.server.ts'
import { permissionsPolicy } from '#app/visit/permissions-policy.server.ts'
import { type Settings } from '#settings/settings.ts'

/**
 * Headers that a response may set itself: a mail shown as HTML has a stricter policy, a page with
 * React's script or with the camera a wider one.
 */
const OWN = ['Content-Security-Policy', 'Permissions-Policy', 'X-Frame-Options'] as const

const YEAR = 31_536_000
/** Two years where a list of browsers holds the host to it: they ask for one at least. */
const HSTS = {
  host: `max-age=${String(YEAR)}`,
  subdomains: `max-age=${String(2 * YEAR)}; includeSubDomains`,
  preload: `max-age=${String(2 * YEAR)}; includeSubDomains; preload`,
} as const

/** Sets the default headers of every response. */
export function securityHeaders(settings: PolicySettings & Pick<Settings, 'hsts'>): MiddlewareHandler {
  const setHeaders = secureHeaders({
    crossOriginOpenerPolicy: 'same-origin-allow-popups',
    referrerPolicy: 'same-origin',
    xFrameOptions: 'DENY',
    strictTransportSecurity: settings.publicUrl.startsWith('https:') ? HSTS[settings.hsts] : false,
    // The XSS filters of old browsers do more harm than good; the other headers are the library's
    // defaults.
    xXssProtection: '0',
  })
  const fixedPolicy = contentPolicy(settings)
  return async (c, next) => {
    let own: (readonly [name: string, value: string | null])[] = []
    await setHeaders(c, async () => {
      await next()
      own = OWN.map((name) => [name, c.res.headers.get(name)] as const)
    })
    c.res.headers.set('Content-Security-Policy', fixedPolicy)
    c.res.headers.set('Permissions-Policy', permissionsPolicy())
    for (const [name, value] of own) if (value) c.res.headers.set(name, value)
  }
}
