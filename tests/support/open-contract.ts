import { DEMO_PASSWORD_DEFAULT } from '#settings/settings.ts'
import { openPayingShop } from './paying-shop.ts'
import { type Answer, type CallOptions } from './test-api.ts'
import { callAsPage } from './type-card.ts'

/** Any `/v1` service, which the contract tests know only by its HTTP calls. */
export interface ContractTarget {
  call(method: string, path: string, options?: CallOptions): Promise<Answer>
  /** Calls the payment sandbox as a page with the publishable key does. */
  askProvider(path: string, fields: Record<string, string>): Promise<unknown>
  /** Reads the service's clock. */
  now(): Date
  /** Logs a demo account in. */
  demoPassword: string
  close(): Promise<void>
}

/**
 * Opens the `/v1` at `CONTRACT_URL`; without one this product's own. The tests write orders and
 * guests, pay with the cards of the payment sandbox and sign the demo shop's admin in, so they need
 * a demo shop that was just started:
 *
 *     DATA_DIR=$(mktemp -d) LIMIT_FACTOR=1000 npm start
 *     CONTRACT_URL=http://localhost:3000 npx vitest run --project contract
 */
export async function openContract(): Promise<ContractTarget> {
  const url = process.env['CONTRACT_URL']
  if (!url) {
    const shop = await openPayingShop()
    return {
      call: shop.call,
      askProvider: async (path, fields) => (await callAsPage(shop.sandbox, 'POST', path, fields)).body,
      now: () => shop.clock.now(),
      demoPassword: shop.deps.settings.demoPassword,
      close: shop.close,
    }
  }
  return {
    call: (method, path, options) => callAt(new URL(path, url), method, options),
    askProvider: async (path, fields) => {
      const headers = { Authorization: 'Bearer pk_test_sandbox' }
      const body = new URLSearchParams(fields)
      const page = new URL(`/sandbox/stripe/v1/${path}`, url)
      return (await fetch(page, { method: 'POST', headers, body })).json()
    },
    now: () => new Date(),
    demoPassword: process.env['DEMO_PASSWORD'] ?? DEMO_PASSWORD_DEFAULT,
    close: () => Promise.resolve(),
  }
}

async function callAt(url: URL, method: string, options: CallOptions = {}): Promise<Answer> {
  const headers = new Headers(options.headers)
  if (options.token) headers.set('Authorization', `Bearer ${options.token}`)
  if (options.body !== undefined && !headers.has('Content-Type'))
    headers.set('Content-Type', 'application/json')
  const body = typeof options.body === 'string' ? options.body : JSON.stringify(options.body)
  const response = await fetch(url, { method, headers, body: options.body === undefined ? null : body })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined }
}
