import { type Stripe, type StripeConstructor } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { type CardSettings } from './card-settings.ts'

let loading: Promise<Stripe> | undefined

/**
 * The provider's script, or the shop's stand-in for it; one for the page. May be called again after
 * it failed.
 *
 * @throws when it does not come
 */
export function loadProvider(settings: CardSettings): Promise<Stripe> {
  loading ??= load(settings).catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

async function load({ provider, publishableKey }: CardSettings): Promise<Stripe> {
  const stripe =
    provider === 'stripe' ? await loadStripe(publishableKey) : (await loadStandIn())(publishableKey)
  if (!stripe) throw new Error('The provider’s script did not come')
  return stripe
}

const known = () => (window as { Stripe?: StripeConstructor }).Stripe

/** The address is relative: the page's policy opens its own host. */
function loadStandIn(): Promise<StripeConstructor> {
  const there = known()
  if (there) return Promise.resolve(there)
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const fail = () => {
      script.remove()
      reject(new Error('The stand-in’s script did not come'))
    }
    script.src = '/sandbox/stripe.js'
    script.onerror = fail
    script.onload = () => {
      const loaded = known()
      if (loaded) resolve(loaded)
      else fail()
    }
    document.head.append(script)
  })
}
