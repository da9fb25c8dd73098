import {
  type ConfirmationToken,
  type CreateConfirmationToken,
  type PaymentMethod,
  type SetupIntent,
  type Stripe,
  type Token,
} from '@stripe/stripe-js'
import { type Confirming, createIntentCalls, isSetup, toPaymentMethod } from './intent-calls.ts'
import {
  createElementsGroup,
  type Group,
  getGroup,
  type GroupOptions,
  isCardElement,
  type PayingElement,
} from './elements-group.ts'
import { createCall, usageError, ProviderError } from './provider-call.ts'

/**
 * The part of Stripe.js that the sandbox implements; other members are absent, which `in` detects.
 */
type Offered = Pick<
  Stripe,
  | 'elements'
  | 'createConfirmationToken'
  | 'createPaymentMethod'
  | 'createToken'
  | 'confirmPayment'
  | 'confirmCardPayment'
  | 'confirmSetup'
  | 'handleNextAction'
  | 'handleCardAction'
  | 'retrievePaymentIntent'
  | 'retrieveSetupIntent'
  | 'registerAppInfo'
>

/**
 * Returns failures of a call in its result, as Stripe.js does; usage errors of the page are thrown.
 */
async function result<K extends string, T>(name: K, work: () => Promise<T>) {
  try {
    return { [name]: await work() } as Record<K, T>
  } catch (error) {
    if (error instanceof ProviderError) return { error: error.error }
    throw error
  }
}

/** Returns the payment method of an Element after the page has validated it. */
function readElement(element: PayingElement | undefined) {
  if (!element) throw usageError('There is no mounted Payment Element in these Elements.')
  return toPaymentMethod(element)
}

function readGroup(group: Group, before: string) {
  if (!group.submitted) throw usageError(`elements.submit() must be called before ${before}.`)
  return readElement(group.element)
}

/** A replacement of Stripe.js that calls the sandbox it was loaded from. */
export function createStripe(publishableKey: string): Stripe {
  if (/^sk_/.test(publishableKey)) throw usageError('You should not use your secret key with Stripe.js.')
  const call = createCall(publishableKey)
  const intents = createIntentCalls(call)
  const confirm = (options: Confirming) =>
    result('paymentIntent', () => intents.confirm(options, 'confirmPayment()'))
  const proceed = (clientSecret: string) =>
    result(isSetup(clientSecret) ? 'setupIntent' : 'paymentIntent', () =>
      intents.handleNextAction(clientSecret),
    )

  const stripe = {
    _apiKey: publishableKey,
    _registerWrapper: () => undefined,
    registerAppInfo: () => undefined,
    elements: (options: object = {}) => createElementsGroup(call, options as GroupOptions),
    createConfirmationToken: ({ elements, params = {} }: CreateConfirmationToken) =>
      result('confirmationToken', async () => {
        const method = readGroup(getGroup(elements), 'stripe.createConfirmationToken()')
        const { payment_method_data: data, return_url } = params
        const fields = { payment_method_data: { ...data, ...method }, return_url }
        return call<ConfirmationToken>('POST', 'confirmation_tokens', fields)
      }),
    createPaymentMethod: ((options: MethodOptions) =>
      result('paymentMethod', async () => {
        const { params, billing_details } = { billing_details: undefined, params: {}, ...options }
        const method = readMethod(options)
        return call<PaymentMethod>('POST', 'payment_methods', { billing_details, ...params, ...method })
      })) as Stripe['createPaymentMethod'],
    createToken: ((element: unknown) =>
      result('token', async () => {
        if (!isCardElement(element)) throw usageError('createToken() takes a card Element here.')
        return call<Token>('POST', 'tokens', { card: readElement(element).card })
      })) as Stripe['createToken'],
    confirmPayment: ((options: Confirming) => confirm(options)) as Stripe['confirmPayment'],
    confirmCardPayment: ((
      clientSecret: string,
      data: { payment_method?: string | { card: unknown } } = {},
    ) => {
      const { payment_method: method } = data
      const element = typeof method === 'object' ? method.card : undefined
      return confirm({ clientSecret, redirect: 'if_required', method, element })
    }) as Stripe['confirmCardPayment'],
    handleNextAction: ((options: { clientSecret: string }) =>
      proceed(options.clientSecret)) as Stripe['handleNextAction'],
    handleCardAction: proceed as Stripe['handleCardAction'],
    retrievePaymentIntent: ((clientSecret: string) =>
      result('paymentIntent', () => intents.retrieve(clientSecret))) as Stripe['retrievePaymentIntent'],
    confirmSetup: ((options: Confirming) =>
      result('setupIntent', () =>
        intents.confirm<SetupIntent>(options, 'confirmSetup()'),
      )) as Stripe['confirmSetup'],
    retrieveSetupIntent: ((clientSecret: string) =>
      result('setupIntent', () => intents.retrieve(clientSecret))) as Stripe['retrieveSetupIntent'],
  } satisfies Offered & Record<'_apiKey' | '_registerWrapper', unknown>
  return stripe as unknown as Stripe
}

interface MethodOptions {
  elements?: object
  element?: unknown
  card?: unknown
  params?: object
  billing_details?: object
}

function readMethod(options: MethodOptions) {
  if (options.elements) return readGroup(getGroup(options.elements), 'stripe.createPaymentMethod()')
  const element = options.element ?? options.card
  if (!isCardElement(element))
    throw usageError('createPaymentMethod() takes Elements or a card Element here.')
  return readElement(element)
}
