import { type Quote } from '#contract/quote.ts'
import { type CardSettings } from './card/card-settings.ts'
import { type ShopContext } from '../visit/shop-context.server.ts'

/** Any will do: the stand-in asks for one, as the provider's script does. */
const SANDBOX_KEY = 'pk_test_sandbox'

/**
 * How a card can be typed into the page, from what this shop knows; undefined leaves the hosted
 * page. The stand-in's script is served by the shop that has the sandbox in its own process.
 */
export function cardSettings(
  { payments, stripe, apiUrl }: Pick<ShopContext['settings'], 'payments' | 'stripe' | 'apiUrl'>,
  quote: (Pick<Quote, 'amount_due'> & Partial<Pick<Quote, 'membership'>>) | undefined,
): CardSettings | undefined {
  if (!quote?.amount_due) return undefined
  const amountCents = Math.round(quote.amount_due * 100)
  const keeps = quote.membership?.by === 'consent' ? { keeps: true } : {}
  if (payments === 'sandbox') {
    return apiUrl ? undefined : { provider: 'sandbox', publishableKey: SANDBOX_KEY, amountCents, ...keeps }
  }
  const { publishableKey } = stripe
  return publishableKey ? { provider: 'stripe', publishableKey, amountCents, ...keeps } : undefined
}
