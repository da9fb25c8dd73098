import { type Stripe, type StripeConstructor } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { type CardSettings } from './card-settings.ts'

let loading: Promise<Stripe> | undefined

/**
 * Loads the script of the provider, or of the sandbox, once per page. May be called again after a
 * failure.
 *
 * @throws if the script cannot be loaded
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

const loadedStripe = () => (window as { Stripe?: StripeConstructor }).Stripe

/** The address is relative, because the page's content security policy allows its own host. */
function loadStandIn(): Promise<StripeConstructor> {
  const there = loadedStripe()
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
      const loaded = loadedStripe()
      if (loaded) resolve(loaded)
      else fail()
    }
    document.head.append(script)
  })
}
