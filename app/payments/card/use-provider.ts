import { type Stripe } from '@stripe/stripe-js'
import { useEffect, useState } from 'react'
import { type CardSettings } from './card-settings.ts'
import { loadProvider } from './load-provider.ts'

/**
 * The provider's script once it has come; undefined before. Its elements are made only then: given
 * to them as a promise, they may keep the amount the page showed when the script was asked for.
 *
 * @param onFail called if the script cannot be loaded
 */
export function useProvider(settings: CardSettings, onFail: () => void): Stripe | undefined {
  const [stripe, setStripe] = useState<Stripe>()
  const [asked] = useState(() => ({ settings, onFail }))
  useEffect(() => {
    loadProvider(asked.settings).then(setStripe, asked.onFail)
  }, [asked])
  return stripe
}
