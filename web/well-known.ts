import { type Context, Hono } from 'hono'
import { type Settings } from '#settings/settings.ts'

const SECURITY_PATH = '/.well-known/security.txt'
const DAY = 86_400_000
/** RFC 9116 asks for less than a year. The date moves with each day, so it never lapses. */
const VALID_DAYS = 180

/** Where whoever is logged in changes the password; others pass the log-in on the way. */
const PASSWORD_PAGE = '/account/details#password'

type WellKnownSettings = Pick<Settings, 'publicUrl' | 'securityContacts'>

/**
 * What other programs look for at fixed addresses: whom to tell of a weakness, and where passwords
 * are changed.
 */
export function wellKnownRoutes(settings: WellKnownSettings, now = () => new Date()) {
  const routes = new Hono()
  routes.get('/.well-known/change-password', (c) => {
    c.header('Cache-Control', 'no-store')
    return c.redirect(PASSWORD_PAGE, 303)
  })
  const answer = (c: Context) => {
    const canonical = new URL(SECURITY_PATH, settings.publicUrl)
    if (settings.securityContacts.length === 0) return c.text('There is no such file.', 404)
    // A file that names another address than the one it was read at is not to be trusted.
    if (new URL(c.req.url).host !== canonical.host) return c.redirect(canonical.href, 302)
    return c.text(securityText(settings, now()), 200, { 'Cache-Control': 'public, max-age=86400' })
  }
  routes.get(SECURITY_PATH, answer)
  // Where the file stood before the RFC.
  routes.get('/security.txt', (c) => c.redirect(SECURITY_PATH, 302))
  return routes
}

function securityText({ publicUrl, securityContacts }: WellKnownSettings, now: Date): string {
  const expires = new Date((Math.floor(now.getTime() / DAY) + VALID_DAYS) * DAY)
  const lines = [
    ...securityContacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    // The RFC allows only https here.
    ...(publicUrl.startsWith('https://') ? [`Canonical: ${publicUrl}${SECURITY_PATH}`] : []),
    '',
  ]
  return lines.join('\n')
}
