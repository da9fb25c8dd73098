import {
  type Appearance,
  type StripeExpressCheckoutElementOptions,
  type StripeElements,
  type StripeElementsUpdateOptions,
  type StripeError,
  type StripePaymentElementOptions,
} from '@stripe/stripe-js'
import { type CardElement, createCardElement } from './card-element.ts'
import { type Call, usageError } from './provider-call.ts'
import { createWalletElement, type WalletElement } from './wallet-element.ts'

export interface GroupOptions {
  mode?: string
  /** The amount in cents. */
  amount?: number
  clientSecret?: string
  appearance?: Appearance
}

export type PayingElement = CardElement | WalletElement

/** The data of a group that API calls need. */
export interface Group {
  options: GroupOptions
  submitted: boolean
  element: PayingElement | undefined
}

/** Maps the public object of a group, which the page holds, to its data. */
const groups = new WeakMap<object, Group>()
/** The card Elements; for them, the page holds the Element itself. */
const cardElements = new WeakSet<object>()

export const isCardElement = (value: unknown): value is CardElement =>
  typeof value === 'object' && value !== null && cardElements.has(value)

/** @throws For an object that `stripe.elements()` did not return. */
export function getGroup(elements: object | undefined): Group {
  const group = elements && groups.get(elements)
  if (!group) throw usageError('elements should be an Elements object made by stripe.elements()')
  return group
}

export function createElementsGroup(call: Call, options: GroupOptions): StripeElements {
  const group: Group = { options: { ...options }, submitted: false, element: undefined }
  const updateEnd: (() => void)[] = []
  let type: string | undefined
  const gone = () => (group.element = undefined)

  const elements = {
    create(
      wanted: string,
      elementOptions: StripePaymentElementOptions & StripeExpressCheckoutElementOptions = {},
    ) {
      if (group.element)
        throw usageError(`Can only create one Element of type ${wanted} through an Elements group.`)
      const parts = { call, appearance: group.options.appearance ?? {}, options: elementOptions, gone }
      if (wanted === 'expressCheckout') {
        group.element = createWalletElement({ ...parts, charge: () => group.options })
      } else if (wanted === 'payment' || wanted === 'card') {
        const card = createCardElement(wanted, parts)
        cardElements.add(card)
        group.element = card
      } else throw usageError(`The sandbox has no ${wanted} Element.`)
      type = wanted
      return group.element
    },
    getElement: (wanted: unknown) => (wanted === type ? (group.element ?? null) : null),
    update: async (changes: StripeElementsUpdateOptions) => {
      Object.assign(group.options, changes)
      group.element?.restyle(group.options.appearance ?? {})
      await Promise.resolve()
      for (const handler of updateEnd) handler()
    },
    on: (event: 'update-end', handler: () => void) =>
      void (event === 'update-end' && updateEnd.push(handler)),
    fetchUpdates: () => Promise.resolve({}),
    submit: (): Promise<
      | { error: StripeError; selectedPaymentMethod?: undefined }
      | { selectedPaymentMethod: string; error?: undefined }
    > => {
      group.submitted = true
      const error = group.element?.check()
      return Promise.resolve(
        error ? { error } : { selectedPaymentMethod: type === 'expressCheckout' ? 'google_pay' : 'card' },
      )
    },
  } satisfies Omit<StripeElements, 'create' | 'getElement'> & Record<'create' | 'getElement', unknown>
  groups.set(elements, group)
  // Only the Elements of the card and the wallet exist; requesting another one throws.
  return elements as unknown as StripeElements
}
