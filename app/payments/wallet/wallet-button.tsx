import { ExpressCheckoutElement, useElements, useStripe } from '@stripe/react-stripe-js'
import {
  type Stripe,
  type StripeElements,
  type StripeExpressCheckoutElementClickEvent,
  type StripeExpressCheckoutElementConfirmEvent,
  type StripeExpressCheckoutElementOptions,
} from '@stripe/stripe-js'
import { useRef } from 'react'
import { createLocalRefusal } from '../card/find-refusal.ts'
import { type RunPurchase } from '../card/use-booking.ts'
import { findWalletProblem, readWalletFacts } from './find-wallet-problem.ts'
import { type AgreedSheet, payByWallet } from './pay-by-wallet.ts'

interface WalletButtonProps {
  amountCents: number
  title: string
  bookable: boolean
  busy: boolean
  run: RunPurchase
  announce: (text: string | undefined) => void
  onReady: (available: boolean) => void
}

const OPTIONS: StripeExpressCheckoutElementOptions = {
  emailRequired: true,
  phoneNumberRequired: true,
  buttonHeight: 48,
}

/** The provider's button, and the handlers for its sheet: opened, agreed, closed. */
export function WalletButton({
  amountCents,
  title,
  bookable,
  busy,
  run,
  announce,
  onReady,
}: WalletButtonProps) {
  const stripe = useStripe()
  const elements = useElements()
  const place = useRef<HTMLDivElement>(null)
  /** The form when the sheet was opened, with the amount the sheet shows. */
  const shown = useRef<FormData>()
  const close = useRef<() => void>()

  // Answered synchronously: the provider waits one second, too short for a request.
  const onClick = ({ resolve, reject }: StripeExpressCheckoutElementClickEvent) => {
    const form = place.current?.closest('form')
    if (!form || busy) {
      reject()
      return
    }
    const problem = findWalletProblem(readWalletFacts(form, bookable))
    announce(problem?.text)
    if (problem) {
      reject()
      const refusal = { ...createLocalRefusal(new FormData(form), ''), problems: problem.problems }
      run(() => Promise.resolve({ kind: 'refused', refusal }))
      return
    }
    shown.current = new FormData(form)
    resolve({ lineItems: [{ name: title, amount: amountCents }] })
  }

  const onConfirm = (event: StripeExpressCheckoutElementConfirmEvent) => {
    const form = place.current?.closest('form')
    const sent = shown.current
    if (!form || !sent || !stripe || !elements) {
      event.paymentFailed()
      return
    }
    fillContact(form, sent, event.billingDetails)
    const sheet = createAgreedSheet(stripe, elements, event)
    close.current = sheet.close
    const begun = run(async ({ send }) => {
      const { answer, message } = await payByWallet(sent, sheet, send)
      announce(message)
      return answer
    })
    if (!begun) event.paymentFailed()
  }

  return (
    <div ref={place}>
      <ExpressCheckoutElement
        options={OPTIONS}
        onReady={({ availablePaymentMethods: methods }) => {
          onReady(methods !== undefined && Object.values(methods).some(Boolean))
        }}
        onLoadError={() => {
          onReady(false)
        }}
        onClick={onClick}
        onConfirm={onConfirm}
        onCancel={() => close.current?.()}
      />
    </div>
  )
}

function createAgreedSheet(
  stripe: Stripe,
  elements: StripeElements,
  event: StripeExpressCheckoutElementConfirmEvent,
): AgreedSheet & { close: () => void } {
  let close = () => undefined as void
  let over = false
  const closed = new Promise<void>((resolve) => {
    close = () => {
      over = true
      resolve()
    }
  })
  return {
    submit: async () => (await elements.submit()).error?.message,
    confirm: async (clientSecret) => {
      const confirmParams = { return_url: location.href }
      const { error } = await stripe.confirmPayment({
        elements,
        clientSecret,
        confirmParams,
        redirect: 'if_required',
      })
      return error === undefined
    },
    fail: (message) => {
      event.paymentFailed({ reason: 'fail', message })
    },
    closed,
    isClosed: () => over,
    close,
  }
}

const PHONE = /^[\d()\s+.-]{10,40}$/

/**
 * Adds what the page lacks and the wallet knows. The fields stay in the page, so that another means
 * of payment continues the same purchase.
 */
function fillContact(
  form: HTMLFormElement,
  sent: FormData,
  { email, phone }: { email?: string | undefined; phone?: string | undefined } = {},
) {
  const known = { email, phone: phone && PHONE.test(phone) ? phone : undefined }
  for (const [name, value] of Object.entries(known)) {
    const field = form.elements.namedItem(name)
    if (!value || !(field instanceof HTMLInputElement) || field.value) continue
    field.value = value
    sent.set(name, value)
  }
}
