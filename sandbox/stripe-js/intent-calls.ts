import { type PaymentIntent, type StripeError } from '@stripe/stripe-js'
import { showAuthentication } from './authentication-dialog.ts'
import { type CardElement } from './card-element.ts'
import { groupOf, isCardElement } from './elements-group.ts'
import { type Call, misused, ProviderError } from './provider-call.ts'

export interface Confirming {
  elements?: object
  clientSecret?: string
  confirmParams?: { return_url?: string; payment_method_data?: object; receipt_email?: string }
  redirect?: 'always' | 'if_required'
  /** Of the older way to confirm. */
  method?: string | object
  element?: unknown
}

const idOf = (clientSecret: string) => clientSecret.split('_secret_')[0] ?? ''

/** Calls about one intent, made with its client secret. */
export function createIntentCalls(call: Call) {
  const retrieve = (clientSecret: string) =>
    call<PaymentIntent>('GET', `payment_intents/${idOf(clientSecret)}`, { client_secret: clientSecret })

  /** @throws ProviderError when the bank did not agree, or the shopper closed its question */
  async function handleNextAction(clientSecret: string): Promise<PaymentIntent> {
    const intent = await retrieve(clientSecret)
    if (intent.status !== 'requires_action') return settled(intent)
    if (intent.next_action?.redirect_to_url?.url) return leaveFor(intent.next_action.redirect_to_url.url)
    const answered = async () => (await retrieve(clientSecret)).status !== 'requires_action'
    if (await showAuthentication(intent.id, answered)) return settled(await retrieve(clientSecret))
    const given = { client_secret: clientSecret }
    return settled(await call('POST', `payment_intents/${intent.id}/source_cancel`, given))
  }

  async function confirm(options: Confirming): Promise<PaymentIntent> {
    const group = options.elements && groupOf(options.elements)
    const clientSecret = options.clientSecret ?? group?.options.clientSecret
    if (!clientSecret) throw misused('confirmPayment() needs a clientSecret.')
    if (group?.options.mode && !group.submitted) {
      throw misused('elements.submit() must be called before stripe.confirmPayment().')
    }
    const element = group ? group.element : isCardElement(options.element) ? options.element : undefined
    const { return_url, payment_method_data: data, receipt_email } = options.confirmParams ?? {}
    await call('POST', `payment_intents/${idOf(clientSecret)}/confirm`, {
      client_secret: clientSecret,
      use_stripe_sdk: true,
      receipt_email,
      ...(typeof options.method === 'string' ? { payment_method: options.method } : {}),
      ...(element ? { payment_method_data: { ...data, type: 'card', card: checked(element) } } : {}),
    })
    const intent = await handleNextAction(clientSecret)
    if (options.redirect === 'if_required' || !return_url) return intent
    return leaveFor(withOutcome(return_url, intent.id, clientSecret))
  }
  return { retrieve, handleNextAction, confirm }
}

function checked(element: CardElement) {
  const error = element.check()
  if (error) throw new ProviderError(error)
  return element.read()
}

/** An intent that lost its card says why. */
function settled(intent: PaymentIntent): PaymentIntent {
  const { last_payment_error: failure, status } = intent
  if (status !== 'requires_payment_method' || !failure) return intent
  throw new ProviderError({ ...(failure as StripeError), payment_intent: intent })
}

/** The page is left; nothing after this matters to it. */
function leaveFor(address: string): Promise<never> {
  location.assign(address)
  return new Promise(() => undefined)
}

function withOutcome(returnUrl: string, id: string, clientSecret: string): string {
  const url = new URL(returnUrl)
  url.searchParams.set('payment_intent', id)
  url.searchParams.set('payment_intent_client_secret', clientSecret)
  url.searchParams.set('redirect_status', 'succeeded')
  return url.href
}
