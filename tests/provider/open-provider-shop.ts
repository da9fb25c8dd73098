import Stripe from 'stripe'
import { createStripeClient } from '#api/gateways/stripe-client.ts'
import { type Order } from '#contract/order.ts'
import { newestSecret } from '#settings/key-ring.ts'
import { type BuyerActions, buyerActions, openPayingShop } from '../support/paying-shop.ts'
import { createTestApi, type TestApi } from '../support/test-api.ts'

/**
 * The demo shop with a provider that is only reached by its own protocol, so that the same tests run
 * on the sandbox and on Stripe's test mode.
 */
export interface ProviderShop extends TestApi, BuyerActions {
  /** The provider's events about an order, oldest first. */
  listEvents(order: Order): Promise<Stripe.Event[]>
  /** Delivers an event with a signature, as the provider does, and processes it. */
  deliver(event: Stripe.Event): Promise<void>
}

/** A secret key of Stripe's test mode, which `npm run test:stripe` sets. */
const testKey = process.env['STRIPE_TEST_KEY'] ?? ''
/** Answers in the place of Stripe, to try this suite itself. */
const testOrigin = process.env['STRIPE_TEST_ORIGIN'] ?? ''

export async function openProviderShop(): Promise<ProviderShop> {
  const shop = testKey === '' ? await openPayingShop() : await openShopAtStripe()
  const since = Math.floor(shop.clock.now().getTime() / 1000) - 60
  const { stripe, settings } = shop.deps
  return {
    ...shop,
    listEvents: async ({ id }) => {
      const found: Stripe.Event[] = []
      for await (const event of stripe.events.list({ created: { gte: since }, limit: 100 })) {
        const { object } = event.data
        if ('metadata' in object && object.metadata?.['order_id'] === String(id)) found.unshift(event)
      }
      return found
    },
    deliver: async (event) => {
      const payload = JSON.stringify(event)
      const signature = await Stripe.webhooks.generateTestHeaderStringAsync({
        payload,
        secret: newestSecret(settings.secrets.webhook),
        timestamp: Math.floor(shop.clock.now().getTime() / 1000),
      })
      const answer = await shop.call('POST', '/v1/stripe/webhooks', {
        body: payload,
        headers: { 'stripe-signature': signature },
      })
      if (answer.status !== 200) throw new Error(`the webhook answered ${String(answer.status)}`)
      await shop.runDueNow()
    },
  }
}

/** A shop of this moment: Stripe has its own clock, and keeps the keys of requests for a day. */
async function openShopAtStripe(): Promise<TestApi & BuyerActions> {
  const stripe = createStripeClient(testKey, testOrigin === '' ? undefined : fetchAt(testOrigin))
  const shop = await createTestApi({ stripe, seeded: true, now: new Date() })
  const first = Math.floor(shop.clock.now().getTime() / 1000) - 1_700_000_000
  await shop.deps.database.query(
    `do $$ declare c record; begin
       for c in select table_name from information_schema.columns
         where table_schema = 'public' and column_name = 'id' and is_identity = 'YES'
       loop execute format('alter table %I alter column id restart with ${String(first)}', c.table_name);
       end loop; end $$`,
  )
  const now: TestApi = {
    ...shop,
    call: (...asked) => {
      shop.clock.set(new Date())
      return shop.call(...asked)
    },
  }
  return { ...now, ...buyerActions(now) }
}

const fetchAt =
  (origin: string): typeof fetch =>
  (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input)
    return fetch(new URL(`${pathname}${search}`, origin), init)
  }
