import { type MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import { isLoopback, type Settings } from '#settings/settings.ts'

/** Where pages send what the browser refused to load or run. */
export const CSP_REPORTS_PATH = '/csp-reports'

/** Stripe's hosted page: `form-action` also governs where a form's answer redirects to. */
const HOSTED_PAYMENT = 'https://checkout.stripe.com'

/** The same on every answer. Vite's development server needs scripts of its own in the page; nothing else does. */
export function securityHeaders(
  settings: Pick<Settings, 'publicUrl' | 'development' | 'apiUrl' | 'payments'>,
): MiddlewareHandler {
  const development = settings.development ? ["'unsafe-inline'"] : []
  const setHeaders = secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...development],
      styleSrc: ["'self'", ...development],
      imgSrc: ["'self'", 'data:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'", ...(settings.development ? ['ws:'] : [])],
      formAction: ["'self'", HOSTED_PAYMENT, ...otherOrigin(settings.apiUrl), ...sandboxOrigins(settings)],
      frameAncestors: ["'none'"],
      baseUri: ["'none'"],
      objectSrc: ["'none'"],
      reportUri: CSP_REPORTS_PATH,
    },
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
    // Old browsers' own filters do more harm than good; the defaults of the library stay for the rest.
    xXssProtection: '0',
  })
  return async (c, next) => {
    let own: string | null = null
    await setHeaders(c, async () => {
      await next()
      own = c.res.headers.get('Content-Security-Policy')
    })
    // Pages of the sandbox bring a narrower policy: a mail shown as HTML may do nothing at all.
    if (own) c.res.headers.set('Content-Security-Policy', own)
  }
}

/** When the service runs elsewhere its sandbox's payment page stands there too. */
function otherOrigin(url: string | undefined): string[] {
  return url ? [new URL(url).origin] : []
}

/**
 * The sandbox's payment page stands at the public address, whichever brand's host the purchase began on, and its form
 * leads back there. On the machine itself the brands' hosts are names below localhost.
 */
function sandboxOrigins({ publicUrl, payments }: Pick<Settings, 'publicUrl' | 'payments'>): string[] {
  if (payments !== 'sandbox') return []
  const { origin, protocol, hostname, port } = new URL(publicUrl)
  if (!isLoopback(hostname)) return [origin]
  return ['localhost', '*.localhost', '127.0.0.1'].map(
    (host) => `${protocol}//${host}${port ? `:${port}` : ''}`,
  )
}
