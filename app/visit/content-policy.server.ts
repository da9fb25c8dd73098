import { isLoopback, type Settings } from '#settings/settings.ts'

/** Where pages send what the browser refused to load or run. */
export const CSP_REPORTS_PATH = '/csp-reports'

export type PolicySettings = Pick<Settings, 'publicUrl' | 'development' | 'apiUrl' | 'payments'>

/** What one page needs beyond the fixed policy. */
export interface PolicyNeeds {
  /** Opens inline scripts that carry it; fresh for each answer. */
  nonce?: string
  /** The page takes a card. */
  payments?: boolean
}

/** Stripe's hosted page: `form-action` also governs where a form's answer redirects to. */
const HOSTED_PAYMENT = ['https://checkout.stripe.com', 'https://invoice.stripe.com']

/**
 * What Stripe.js loads, shows (its fields, the bank's questions) and asks:
 * docs.stripe.com/security/guide.
 */
const STRIPE = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connect: ['https://api.stripe.com'],
}

/**
 * The Content-Security-Policy of an answer. Without needs it is the same on all of them. Vite's
 * development server needs scripts of its own in the page; nothing else does, and a nonce would
 * switch them off again.
 */
export function contentPolicy(settings: PolicySettings, needs: PolicyNeeds = {}): string {
  const { development } = settings
  const inline = development ? ["'unsafe-inline'"] : []
  const nonce = needs.nonce && !development ? [`'nonce-${needs.nonce}'`] : []
  const card = needs.payments ? cardSources(settings) : { script: [], frame: [], connect: [] }
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...nonce, ...inline, ...card.script],
    'style-src': ["'self'", ...inline],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
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
 * The stand-in's script, its calls and its bank's questions come from the shop itself, or from
 * where `/v1` is.
 */
function cardSources(settings: PolicySettings) {
  if (settings.payments === 'stripe') return STRIPE
  const elsewhere = [...otherOrigin(settings.apiUrl), ...sandboxOrigins(settings)]
  return { script: elsewhere, frame: ["'self'", ...elsewhere], connect: elsewhere }
}

/** When the service runs elsewhere its sandbox's payment page stands there too. */
function otherOrigin(url: string | undefined): string[] {
  return url ? [new URL(url).origin] : []
}

/**
 * The sandbox's payment page stands at the public address, whichever brand's host the purchase
 * began on, and its form leads back there. On the machine itself the brands' hosts are names below
 * localhost.
 */
function sandboxOrigins({ publicUrl, payments }: PolicySettings): string[] {
  if (payments !== 'sandbox') return []
  const { origin, protocol, hostname, port } = new URL(publicUrl)
  if (!isLoopback(hostname)) return [origin]
  return ['localhost', '*.localhost', '127.0.0.1'].map(
    (host) => `${protocol}//${host}${port ? `:${port}` : ''}`,
  )
}
