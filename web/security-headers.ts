import { type MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import { contentPolicy, type PolicySettings } from '#app/visit/content-policy.server.ts'

/**
 * Headers that a response may set itself: a mail shown as HTML has a stricter policy, a page with
 * React's script a wider one.
 */
const OWN = ['Content-Security-Policy', 'X-Frame-Options'] as const

/** Sets the default headers of every response. */
export function securityHeaders(settings: PolicySettings): MiddlewareHandler {
  const setHeaders = secureHeaders({
    crossOriginOpenerPolicy: 'same-origin-allow-popups',
    referrerPolicy: 'same-origin',
    xFrameOptions: 'DENY',
    strictTransportSecurity: settings.publicUrl.startsWith('https:') ? 'max-age=31536000' : false,
    permissionsPolicy: {
      accelerometer: [],
      camera: [],
      displayCapture: [],
      geolocation: [],
      gyroscope: [],
      magnetometer: [],
      microphone: [],
      usb: [],
    },
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
    for (const [name, value] of own) if (value) c.res.headers.set(name, value)
  }
}
