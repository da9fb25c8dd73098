import { type Quote } from '#contract/quote.ts'
import { type CardSettings } from './card/card-settings.ts'
import { type ShopContext } from '../visit/shop-context.server.ts'

/** The sandbox accepts any key, but its script asks for one, as the provider's does. */
const SANDBOX_KEY = 'pk_test_sandbox'

/**
 * How a card is typed into the page, by this shop's settings; undefined where only the hosted page
 * takes cards. If the sandbox runs in the shop's process, the shop serves its script.
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
