import { useNavigation, useRevalidator } from '@remix-run/react'
import { Elements } from '@stripe/react-stripe-js'
import { type StripeElementsOptions } from '@stripe/stripe-js'
import { useEffect, useMemo, useRef, useState } from 'react'
import { type CardSettings } from '../card/card-settings.ts'
import { loadProvider } from '../card/load-provider.ts'
import { usePageAppearance } from '../card/page-appearance.ts'
import { type RunPurchase } from '../card/use-booking.ts'
import { WalletButton } from './wallet-button.tsx'

export interface WalletBoxProps {
  settings: CardSettings
  /** What is bought, as the sheet calls it. */
  title: string
  /** The chosen flight has a price and can be booked. */
  bookable: boolean
  /** A purchase is under way. */
  working: boolean
  run: RunPurchase
}

/** Spec section 9: cents until the total is known. */
const INITIAL_AMOUNT = 100
/** Who waits longer than this for a wallet has none. */
const PATIENCE_MS = 8000

type State = 'waiting' | 'ready' | 'none'

/**
 * The express wallet with a provider of its own: in one shared with the card's fields, asking for
 * the wallet would check the empty card. Hidden where the browser has no wallet, out of reach while
 * something is being priced or booked.
 */
export function WalletBox({ settings, working, ...rest }: WalletBoxProps) {
  const [state, setState] = useState<State>('waiting')
  const [stripe] = useState(() =>
    loadProvider(settings).catch(() => {
      setState('none')
      return null
    }),
  )
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

/** The provider is told the total once it stands in the page. */
function useElementsOptions({ amountCents, keeps }: CardSettings): StripeElementsOptions {
  const [amount, setAmount] = useState(INITIAL_AMOUNT)
  const appearance = usePageAppearance()
  useEffect(() => {
    setAmount(amountCents)
  }, [amountCents])
  return useMemo(
    () => ({
      mode: 'payment',
      amount,
      currency: 'usd',
      setupFutureUsage: keeps ? 'off_session' : null,
      allowedPaymentMethodTypes: ['card'],
      appearance,
    }),
    [amount, appearance, keeps],
  )
}
