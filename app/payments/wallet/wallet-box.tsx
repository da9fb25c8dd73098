import { useNavigation, useRevalidator } from '@remix-run/react'
import { Elements } from '@stripe/react-stripe-js'
import { type StripeElementsOptions } from '@stripe/stripe-js'
import { useEffect, useMemo, useRef, useState } from 'react'
import { type CardSettings } from '../card/card-settings.ts'
import { usePageAppearance } from '../card/page-appearance.ts'
import { useProvider } from '../card/use-provider.ts'
import { type RunPurchase } from '../card/use-booking.ts'
import { WalletButton } from './wallet-button.tsx'

export interface WalletBoxProps {
  settings: CardSettings
  /** The title of the purchase in the sheet. */
  title: string
  /** The chosen flight has a price and can be booked. */
  bookable: boolean
  /** A purchase is in progress. */
  working: boolean
  run: RunPurchase
}

/** After this time the browser counts as one without a wallet. */
const PATIENCE_MS = 8000

type State = 'waiting' | 'ready' | 'none'

/**
 * The express wallet with its own instance of the provider's elements: in a shared one the wallet
 * would validate the empty card fields. Hidden if the browser has no wallet, and disabled while
 * something is priced or booked.
 */
export function WalletBox({ settings, working, ...rest }: WalletBoxProps) {
  const [state, setState] = useState<State>('waiting')
  const stripe = useProvider(settings, () => {
    setState('none')
  })
  const options = useElementsOptions(settings)
  const [said, say] = useState<string>()
  const box = useRef<HTMLDivElement>(null)
  const pricing = useNavigation().state !== 'idle'
  const renewing = useRevalidator().state !== 'idle'
  const busy = working || pricing || renewing
  useEffect(() => {
    if (box.current) box.current.inert = busy
  }, [busy])
  useEffect(() => {
    const giveUp = setTimeout(() => {
      setState((now) => (now === 'waiting' ? 'none' : now))
    }, PATIENCE_MS)
    return () => {
      clearTimeout(giveUp)
    }
  }, [])
  return (
    <div className={`wallet ${state}`} role="group" aria-label="Express wallet" hidden={state === 'none'}>
      <div ref={box}>
        {stripe ? (
          <Elements stripe={stripe} options={options}>
            <WalletButton
              {...rest}
              amountCents={settings.amountCents}
              busy={busy}
              announce={say}
              onReady={(available) => {
                setState(available ? 'ready' : 'none')
              }}
            />
          </Elements>
        ) : null}
      </div>
      {said ? (
        <p className="error mt4" role="alert">
          <span>
            <span className="vh">Error: </span>
            {said}
          </span>
        </p>
      ) : null}
      <p className="or">or pay with card</p>
    </div>
  )
}

/**
 * The provider refuses a sheet whose lines are more than the amount of its elements, so both are the
 * total that the page shows.
 */
function useElementsOptions({ amountCents: amount, keeps }: CardSettings) {
  const appearance = usePageAppearance()
  return useMemo(
    () =>
      ({
        mode: 'payment',
        amount,
        currency: 'usd',
        setupFutureUsage: keeps ? 'off_session' : null,
        allowedPaymentMethodTypes: ['card'],
        appearance,
      }) satisfies StripeElementsOptions,
    [amount, appearance, keeps],
  )
}
