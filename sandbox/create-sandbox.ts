import Stripe from 'stripe'
import { type ControlState, openControl, type SandboxControl } from './control.ts'
import { type Mailbox, openMailbox } from './mailbox/mailbox.ts'
import { type Authenticator, openAuthenticator } from './authenticator/authenticator.ts'
import { openPhone, type Phone, type TellShop } from './phone/phone.ts'
import { authenticationPages } from './pages/authentication-pages.ts'
import { authenticatorPages } from './pages/authenticator-pages.ts'
import { checkoutPages, type PageDeps } from './pages/checkout-pages.ts'
import { invoicePages } from './pages/invoice-pages.ts'
import { mailPages } from './pages/mail-pages.ts'
import { phonePages } from './pages/phone-pages.ts'
import { weatherPages } from './pages/weather-pages.ts'
import { answerWeather } from './weather/answer-weather.ts'
import { stripeJs } from './pages/stripe-js-file.ts'
import { styleSheet } from './pages/style-sheet.ts'
import { settleDue } from './settle-due.ts'
import { type Query } from './store/query.ts'
import { setUpStore } from './store/set-up-store.ts'
import { openUnitOfWork } from './store/unit-of-work.ts'
import { answerStripe } from './stripe/answer-stripe.ts'
import { publishableEndpoint, secretEndpoint } from './stripe/doors.ts'
import { openDisputeControl } from './stripe/resources/disputes.ts'
import { openPayoutControl } from './stripe/resources/payouts.ts'
import { openDeliveries, type Webhook } from './webhooks/deliveries.ts'

export interface SandboxOptions {
  query: Query
  now: () => Date
  /** Returns a unique text; a UUID will do. */
  newId: () => string
  /** Origin of the sandbox's pages; a function when it is only known later. */
  publicUrl: string | (() => string)
  webhook: Webhook
  /** Takes what the test phone tells the shop, to be signed; without it nobody hears of it. */
  tellShop?: TellShop
  /** Receives every request with its answer; tests check both against the provider's contract. */
  inspect?: (request: Request, response: Response) => Promise<void> | void
}

export interface Sandbox {
  /** Creates the sandbox's database schema; must be called first, and is idempotent. */
  setUp(): Promise<void>
  /**
   * The `fetch` for a `stripe` client: `new Stripe(key, { httpClient:
   * Stripe.createFetchHttpClient(stripeFetch) })`.
   */
  stripeFetch(input: string | URL | Request, init?: RequestInit): Promise<Response>
  /** The `fetch` of a weather service at `SANDBOX_WEATHER`. */
  weatherFetch(input: string | URL | Request): Promise<Response>
  /** The pages under `/sandbox/`; undefined for every other path. */
  pages(request: Request): Promise<Response | undefined>
  mailbox: Mailbox
  /** Takes texts to phones, and answers them. */
  phone: Phone
  /**
   * Processes what is due (expired sessions, slow refunds, renewals) and delivers pending events;
   * to be called regularly.
   */
  tick(): Promise<void>
  control: SandboxControl
}

/**
 * A sandbox of the payment provider, the mail server, the provider of texts and that of weather
 * reports, with its state in the given database.
 */
export function createSandbox(options: SandboxOptions): Sandbox {
  const { query, now, newId, webhook } = options
  const publicUrl = () =>
    (typeof options.publicUrl === 'string' ? options.publicUrl : options.publicUrl()).replace(/\/$/, '')
  const apiVersion = Stripe.API_VERSION
  const deliveries = openDeliveries({ query, now, webhook })
  const newUnit = () =>
    openUnitOfWork({ query, now, newId, apiVersion, request: { id: null, idempotency_key: null } })
  const control: ControlState = openControl(deliveries, {
    disputes: openDisputeControl(newUnit, deliveries.enqueue),
    payouts: openPayoutControl(newUnit, deliveries.enqueue),
  })
  const mailbox = openMailbox({ query, now })
  const authenticator = openAuthenticator({ query })
  const phone = openPhone({ query, now, newId, tellShop: options.tellShop ?? (() => Promise.resolve()) })
  const settle = async () => {
    const { afterRetries } = control
    deliveries.enqueue(await settleDue(newUnit, { publicUrl: publicUrl(), afterRetries }))
  }
  const stripeDeps = { query, now, newId, publicUrl, apiVersion, control, deliveries }
  const pageDeps: PageDeps = { openUnit: newUnit, now, publicUrl, happened: deliveries.enqueue }

  return {
    setUp: () => setUpStore(query),
    mailbox,
    phone,
    control,
    async stripeFetch(input, init) {
      const request = new Request(input, init)
      const copy = request.clone()
      await settle()
      const response = await answerStripe(stripeDeps, request, secretEndpoint)
      await options.inspect?.(copy, response.clone())
      return response
    },
    weatherFetch: (input) => Promise.resolve(answerWeather(new URL(new Request(input).url), now())),
    async pages(request) {
      const url = new URL(request.url)
      if (!url.pathname.startsWith('/sandbox/')) return undefined
      await settle()
      if (url.pathname.startsWith('/sandbox/stripe/v1/')) {
        const called = new Request(new URL(url.href.replace('/sandbox/stripe/v1/', '/v1/')), request)
        return answerStripe(stripeDeps, called, publishableEndpoint)
      }
      return answerPage({ ...pageDeps, mailbox, authenticator, phone }, request, url)
    },
    async tick() {
      await settle()
      await deliveries.deliverPending()
      await phone.reportSent()
    },
  }
}

async function answerPage(
  deps: PageDeps & { mailbox: Mailbox; authenticator: Authenticator; phone: Phone },
  request: Request,
  url: URL,
): Promise<Response | undefined> {
  if (url.pathname === '/sandbox/sandbox.css') {
    return new Response(styleSheet, {
      headers: { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'max-age=300' },
    })
  }
  if (url.pathname === '/sandbox/stripe.js') return stripeJs()
  const [, kind, id = ''] = /^\/sandbox\/(checkout|3ds|invoice)\/(\w+)$/.exec(url.pathname) ?? []
  const isAuthenticator = url.pathname === '/sandbox/authenticator'
  const isPhone = /^\/sandbox\/phone(\.json)?$/.test(url.pathname)
  const takesForms = kind !== undefined || isAuthenticator || url.pathname === '/sandbox/phone'
  const isForm = takesForms && request.method === 'POST'
  if (!isForm && request.method !== 'GET' && request.method !== 'HEAD') {
    return new Response('Method Not Allowed', { status: 405, headers: { allow: 'GET' } })
  }
  if (kind === 'checkout') return checkoutPages(deps, request, id)
  if (kind === 'invoice') return invoicePages(deps, request, id)
  if (kind === '3ds') return authenticationPages(deps, request, id)
  if (isAuthenticator) return authenticatorPages(deps, request)
  if (isPhone) return phonePages(deps.phone, request, url)
  if (/^\/sandbox\/weather(\/|$)/.test(url.pathname)) return weatherPages(url, deps.now())
  return /^\/sandbox\/mail(\.json|\/|$)/.test(url.pathname) ? mailPages(deps.mailbox, url) : undefined
}
