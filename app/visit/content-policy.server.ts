import { isLoopback, type Settings } from '#settings/settings.ts'

/** The address to which browsers report blocked resources. */
export const CSP_REPORTS_PATH = '/csp-reports'

export type PolicySettings = Pick<Settings, 'publicUrl' | 'development' | 'apiUrl' | 'payments'>

/** What a page needs in addition to the fixed policy. */
export interface PolicyNeeds {
  /** Allows inline scripts that carry it; a new one for each answer. */
  nonce?: string
  /** Allows the one inline style sheet that has this hash. */
  styleHash?: string
  /** The page takes a card. */
  payments?: boolean
  /** The page starts a worker: the service worker, or the decoder of tickets. */
  worker?: boolean
}

/** Stripe's hosted page, because `form-action` also applies to redirects after a form. */
const HOSTED_PAYMENT = ['https://checkout.stripe.com', 'https://invoice.stripe.com']

/**
 * The sources of Stripe.js for scripts, frames (its fields, the bank's confirmation) and requests:
 * docs.stripe.com/security/guide.
 */
const STRIPE = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connect: ['https://api.stripe.com'],
}

/**
 * The Content-Security-Policy of an answer; for most pages it is the same. Vite's development
 * server needs inline scripts in the page; nothing else does, and a nonce would disable them.
 */
export function contentPolicy(settings: PolicySettings, needs: PolicyNeeds = {}): string {
  const { development } = settings
  const inline = development ? ["'unsafe-inline'"] : []
  const nonce = needs.nonce && !development ? [`'nonce-${needs.nonce}'`] : []
  const style = needs.styleHash && !development ? [`'${needs.styleHash}'`] : []
  const card = needs.payments ? cardSources(settings) : { script: [], frame: [], connect: [] }
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...nonce, ...inline, ...card.script],
    'style-src': ["'self'", ...style, ...inline],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'worker-src': [needs.worker ? "'self'" : "'none'"],
    'connect-src': ["'self'", ...(development ? ['ws:'] : []), ...card.connect],
    'frame-src': card.frame.length > 0 ? card.frame : ["'none'"],
    'form-action': [
      "'self'",
      ...HOSTED_PAYMENT,
      ...otherOrigin(settings.apiUrl),
      ...sandboxOrigins(settings),
    ],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'report-uri': [CSP_REPORTS_PATH],
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
}

/**
 * The sandbox's script, requests and bank confirmations come from the shop itself, or from the host
 * of `/v1`.
 */
function cardSources(settings: PolicySettings) {
  if (settings.payments === 'stripe') return STRIPE
  const elsewhere = [...otherOrigin(settings.apiUrl), ...sandboxOrigins(settings)]
  return { script: elsewhere, frame: ["'self'", ...elsewhere], connect: elsewhere }
}

/** With a remote service the sandbox's payment page is there, too. */
function otherOrigin(url: string | undefined): string[] {
  return url ? [new URL(url).origin] : []
}

/**
 * The sandbox's payment page is at the public address, on whichever brand's host the purchase
 * began, and its form leads back there. On a developer's machine the brands' hosts are subdomains
 * of localhost.
 */
function sandboxOrigins({ publicUrl, payments }: PolicySettings): string[] {
  if (payments !== 'sandbox') return []
  const { origin, protocol, hostname, port } = new URL(publicUrl)
  if (!isLoopback(hostname)) return [origin]
  return ['localhost', '*.localhost', '127.0.0.1'].map(
    (host) => `${protocol}//${host}${port ? `:${port}` : ''}`,
  )
}
