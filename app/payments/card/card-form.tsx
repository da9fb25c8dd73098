import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import {
  type Stripe,
  type StripeElements,
  type StripeElementsOptions,
  type StripePaymentElementOptions,
} from '@stripe/stripe-js'
import { useMemo, useRef } from 'react'
import { type CardSettings } from './card-settings.ts'
import { type CardHandle } from './card-handle.ts'
import { CARD_TEXT } from '../../visit/card-text.ts'
import { usePageAppearance } from './page-appearance.ts'
import { useProvider } from './use-provider.ts'

export interface CardFormProps {
  settings: CardSettings
  onReady: (card: CardHandle) => void
  onFail: () => void
}

const FIELDS: StripePaymentElementOptions = {
  layout: { type: 'tabs' },
  wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
}

/** The provider's own fields, in a separate chunk that only the payment needs. */
export function CardForm({ settings, onReady, onFail }: CardFormProps) {
  const stripe = useProvider(settings, onFail)
  const { amountCents: amount } = settings
  const appearance = usePageAppearance()
  const options = useMemo(
    (): StripeElementsOptions => ({
      mode: 'payment',
      amount,
      currency: 'usd',
      allowedPaymentMethodTypes: ['card'],
      appearance,
    }),
    [amount, appearance],
  )
  if (!stripe) return null
  return (
    <Elements stripe={stripe} options={options}>
      <Fields onReady={onReady} onFail={onFail} />
    </Elements>
  )
}

function Fields({ onReady, onFail }: Omit<CardFormProps, 'settings'>) {
  const stripe = useStripe()
  const elements = useElements()
  const empty = useRef(true)
  return (
    <PaymentElement
      options={FIELDS}
      onReady={() => {
        if (stripe && elements) onReady(cardHandle(stripe, elements, () => empty.current))
      }}
      onChange={(event) => {
        empty.current = event.empty
      }}
      onLoadError={onFail}
    />
  )
}

/** @param isEmpty whether nothing was typed into the fields */
function cardHandle(stripe: Stripe, elements: StripeElements, isEmpty: () => boolean): CardHandle {
  return {
    submit: async () => {
      const empty = isEmpty()
      const message = (await elements.submit()).error?.message
      // Spec section 5 has a message for a missing card; the provider has those for an invalid one.
      return message !== undefined && empty ? CARD_TEXT.noCard : message
    },
    createToken: async (email) => {
      const { confirmationToken, error } = await stripe.createConfirmationToken({
        elements,
        // A logged-in buyer types no e-mail, because the service knows it.
        params: { payment_method_data: { billing_details: email ? { email } : {} } },
      })
      return confirmationToken ? { token: confirmationToken.id } : { problem: error.message }
    },
    authenticate: async (clientSecret) => {
      const { error } = await stripe.handleNextAction({ clientSecret })
      return error === undefined
    },
    focus: () => {
      elements.getElement('payment')?.focus()
    },
  }
}
