import { type PaymentIntent, type SetupIntent, type StripeError } from '@stripe/stripe-js'
import { showAuthentication } from './authentication-dialog.ts'
import { getGroup, isCardElement, type PayingElement } from './elements-group.ts'
import { type Call, usageError, ProviderError } from './provider-call.ts'

export interface Confirming {
  elements?: object
  clientSecret?: string
  confirmParams?: {
    return_url?: string
    payment_method?: string
    payment_method_data?: object
    receipt_email?: string
  }
  redirect?: 'always' | 'if_required'
  /** Only for the older form of confirmation. */
  method?: string | object
  element?: unknown
}

type Intent = PaymentIntent | SetupIntent

const idOf = (clientSecret: string) => clientSecret.split('_secret_')[0] ?? ''
/** A client secret begins with the id of its intent. */
export const isSetup = (clientSecret: string) => clientSecret.startsWith('seti_')
const pathOf = (clientSecret: string) =>
  `${isSetup(clientSecret) ? 'setup' : 'payment'}_intents/${idOf(clientSecret)}`

/** Creates the calls for an intent, which its client secret authorises. */
export function createIntentCalls(call: Call) {
  const retrieve = <T extends Intent = Intent>(clientSecret: string) =>
    call<T>('GET', pathOf(clientSecret), { client_secret: clientSecret })

  /** @throws ProviderError when the bank refused, or the shopper closed its challenge */
  async function handleNextAction<T extends Intent = Intent>(clientSecret: string): Promise<T> {
    const intent = await retrieve<T>(clientSecret)
    if (intent.status !== 'requires_action') return settled(intent)
    if (intent.next_action?.redirect_to_url?.url) return leaveFor(intent.next_action.redirect_to_url.url)
    const answered = async () => (await retrieve(clientSecret)).status !== 'requires_action'
    if (await showAuthentication(intent.id, answered)) return settled(await retrieve<T>(clientSecret))
    const given = { client_secret: clientSecret }
    return settled(await call<T>('POST', `${pathOf(clientSecret)}/source_cancel`, given))
  }

  async function confirm<T extends Intent = PaymentIntent>(options: Confirming, by: string): Promise<T> {
    const group = options.elements && getGroup(options.elements)
    const clientSecret = options.clientSecret ?? group?.options.clientSecret
    if (!clientSecret) throw usageError(`${by} needs a clientSecret.`)
    if (group?.options.mode && !group.submitted) {
      throw usageError(`elements.submit() must be called before stripe.${by}.`)
    }
    const element = group ? group.element : isCardElement(options.element) ? options.element : undefined
    const {
      return_url,
      payment_method,
      payment_method_data: data,
      receipt_email,
    } = options.confirmParams ?? {}
    const fields = {
      client_secret: clientSecret,
      use_stripe_sdk: true,
      receipt_email,
      payment_method: typeof options.method === 'string' ? options.method : payment_method,
      ...(element ? { payment_method_data: { ...data, ...toPaymentMethod(element) } } : {}),
    }
    const wallet = element && 'confirming' in element ? element : undefined
    wallet?.confirming()
    await call('POST', `${pathOf(clientSecret)}/confirm`, fields).finally(() => wallet?.confirmed())
    const intent = await handleNextAction<T>(clientSecret)
    if (options.redirect === 'if_required' || !return_url) return intent
    return leaveFor(withOutcome(return_url, clientSecret))
  }
  return { retrieve, handleNextAction, confirm }
}

/**
 * Returns the payment method in the form that API calls send; a wallet includes the billing
 * details.
 * @throws ProviderError when it is incomplete.
 */
export function toPaymentMethod(element: PayingElement) {
  const error = element.check()
  if (error) throw new ProviderError(error)
  const whose = 'billing' in element ? { billing_details: element.billing() } : {}
  return { ...whose, type: 'card', card: element.read() }
}

/** Throws the intent's last error when it still needs a payment method. */
function settled<T extends Intent>(intent: T): T {
  if (intent.status !== 'requires_payment_method') return intent
  if (intent.object === 'setup_intent') {
    if (!intent.last_setup_error) return intent
    throw new ProviderError({ ...(intent.last_setup_error as StripeError), setup_intent: intent })
  }
  if (!intent.last_payment_error) return intent
  throw new ProviderError({ ...(intent.last_payment_error as StripeError), payment_intent: intent })
}

/** Leaves the page, so the promise never resolves. */
function leaveFor(address: string): Promise<never> {
  location.assign(address)
  return new Promise(() => undefined)
}

function withOutcome(returnUrl: string, clientSecret: string): string {
  const kind = isSetup(clientSecret) ? 'setup_intent' : 'payment_intent'
  const url = new URL(returnUrl)
  url.searchParams.set(kind, idOf(clientSecret))
  url.searchParams.set(`${kind}_client_secret`, clientSecret)
  url.searchParams.set('redirect_status', 'succeeded')
  return url.href
}
