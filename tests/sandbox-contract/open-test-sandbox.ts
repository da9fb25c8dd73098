import Stripe from 'stripe'
import { createSandbox, type Sandbox } from '#sandbox/create-sandbox.ts'
import { createTestDatabase } from '../support/test-database.ts'
import { createContractTap } from './check-against-contract.ts'

export interface TestSandbox {
  sandbox: Sandbox
  stripe: Stripe
  /** Every delivery so far: the body as sent and its signature. */
  received: { body: string; signature: string }[]
  /**
   * Advances the clock.
   * @param seconds forward
   */
  wait(seconds: number): void
  /** Sends a page's form as a browser would, without following a redirect. */
  post(path: string, fields: Record<string, string>): Promise<Response>
  get(path: string): Promise<Response>
  /** @throws when a request or an answer broke the provider's contract */
  close(): Promise<void>
}

export const ORIGIN = 'http://shop.test'
export const SECRET = 'whsec_test'

/** A sandbox on a database of its own, with a clock that stands still. */
export async function openTestSandbox(publicUrl = ORIGIN): Promise<TestSandbox> {
  const database = await createTestDatabase()
  const received: TestSandbox['received'] = []
  let now = Date.UTC(2026, 10, 21, 12)
  let made = 0
  const tap = createContractTap()
  const sandbox = createSandbox({
    query: database.query,
    now: () => new Date(now),
    newId: () => `test${String(++made).padStart(6, '0')}`,
    publicUrl,
    inspect: tap.inspect,
    webhook: { secret: SECRET, deliver: async (body, signature) => void received.push({ body, signature }) },
  })
  await sandbox.setUp()
  const page = async (path: string, init?: RequestInit) => {
    const response = await sandbox.pages(new Request(new URL(path, publicUrl), init))
    if (!response) throw new Error(`No page at ${path}`)
    return response
  }
  return {
    sandbox,
    stripe: new Stripe('sk_test_sandbox', {
      httpClient: Stripe.createFetchHttpClient(sandbox.stripeFetch),
      maxNetworkRetries: 0,
      telemetry: false,
    }),
    received,
    wait: (seconds) => void (now += seconds * 1000),
    post: (path, fields) => page(path, { method: 'POST', body: new URLSearchParams(fields) }),
    get: (path) => page(path),
    close: async () => {
      await sandbox.control.webhooks.settled()
      await database.close()
      if (tap.problems.length > 0) throw new Error(tap.problems.join('\n'))
    },
  }
}
