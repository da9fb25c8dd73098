import {
  type Appearance,
  type BillingDetails,
  type ClickResolveDetails,
  type StripeExpressCheckoutElementOptions,
} from '@stripe/stripe-js'
import { createElementEvents, createListenerMethods } from './element-events.ts'
import { createElementHost } from './element-host.ts'
import { walletSheets } from './field-style.ts'
import { type Call, usageError } from './provider-call.ts'
import { openWalletSheet, type WalletCard, type WalletSheet } from './wallet-sheet.ts'

/** The amount of the group, read when the sheet opens. */
export interface WalletCharge {
  /** The amount in cents; absent in a group for a setup. */
  amount?: number
}
interface WalletParts {
  call: Call
  appearance: Appearance
  options: StripeExpressCheckoutElementOptions
  charge: () => WalletCharge
  gone: () => void
}

/** How long the page has to handle a click on the button, as with Stripe.js. */
const ANSWER_WITHIN_MS = 1000
const TYPE = 'google_pay'
/** The local storage entry that makes a page behave as in a browser without wallets. */
const NONE = { key: 'sandbox.wallets', value: 'none' }

/** The wallet's owner; a page gets only the details that it requested. */
const OWNER = {
  name: 'Robin Alder',
  email: 'robin.alder@wallet.example.com',
  phone: '+1 212 555 0142',
  address: {
    line1: '1 Test Street',
    line2: null,
    city: 'New York',
    state: 'NY',
    postal_code: '10004',
    country: 'US',
  },
}

/** Creates the Express Checkout Element with one wallet: its button and its sheet. */
export function createWalletElement({ options, charge, ...parts }: WalletParts) {
  const events = createElementEvents('expressCheckout')
  const { emit } = events
  let sheet: WalletSheet | undefined
  let chosen: WalletCard | undefined

  const host = createElementHost({
    ...parts,
    events,
    sheetsOf: walletSheets,
    show(root) {
      const available = isAvailable(options)
      if (available) root.append(walletButton(press, emit))
      emit('ready', { availablePaymentMethods: available ? ONE_WALLET : undefined })
    },
  })
  const button = () => host.node()?.shadowRoot?.querySelector('button')

  const element = {
    ...createListenerMethods(events, (): unknown => element),
    mount: host.mount,
    unmount() {
      end()
      host.unmount()
    },
    destroy() {
      end()
      host.destroy()
    },
    restyle: host.restyle,
    update(changes: Partial<StripeExpressCheckoutElementOptions>) {
      Object.assign(options, changes)
      return element
    },
    focus: () => button()?.focus(),
    blur: () => button()?.blur(),
    clear: () => undefined,
    /** The button itself has no fields. */
    check: () => undefined,
    /** @throws Outside a confirmation, because only an open sheet has a card. */
    read() {
      if (!chosen)
        throw usageError(
          'confirmPayment() must be called inside the confirm event of the Express Checkout Element.',
        )
      return { number: chosen.number, exp_month: '12', exp_year: '2034', cvc: '123' }
    },
    billing: () => ownerFor(options),
    /**
     * Called when the page starts the confirmation. A cancellation of the sheet at that instant is
     * reported now, when the card may already be charged.
     */
    confirming() {
      if (chosen?.leaves) {
        sheet?.close()
        emit('cancel')
      }
    },
    /**
     * Called when the confirmation has a response: the sheet closes, even if the bank requires 3-D
     * Secure next.
     */
    confirmed: () => end(),
  }

  function end() {
    sheet?.close()
    sheet = undefined
    chosen = undefined
  }

  function press() {
    if (sheet) return
    if (!events.heard('click')) return open({})
    let answered = false
    const once = (answer: () => void) => () => {
      if (answered) return
      answered = true
      clearTimeout(timer)
      answer()
    }
    const timer = setTimeout(
      once(() => reportError(usageError('The click event was not answered within a second.'))),
      ANSWER_WITHIN_MS,
    )
    let details: ClickResolveDetails = {}
    const accept = once(() => open(details))
    emit('click', {
      expressPaymentType: TYPE,
      resolve: (given: ClickResolveDetails = {}) => {
        details = given
        accept()
      },
      reject: once(() => undefined),
    })
  }

  function open(details: ClickResolveDetails) {
    Object.assign(options, details)
    const { amount = 0 } = charge()
    const sum = (options.lineItems ?? []).reduce((total, item) => total + item.amount, 0)
    if (sum > amount) throw usageError('The sum of the line items is more than the amount of the Elements.')
    sheet = openWalletSheet(
      { amount, lineItems: options.lineItems ?? [], owner: ownerFor(options) },
      {
        pay(card) {
          chosen = card
          emit('confirm', {
            expressPaymentType: TYPE,
            billingDetails: ownerFor(options),
            paymentFailed: end,
          })
        },
        closed() {
          end()
          emit('cancel')
        },
      },
    )
  }
  return element
}

export type WalletElement = ReturnType<typeof createWalletElement>

const ONE_WALLET = {
  amazonPay: false,
  applePay: false,
  googlePay: true,
  link: false,
  paypal: false,
  klarna: false,
}

function isAvailable({ paymentMethods, wallets }: StripeExpressCheckoutElementOptions): boolean {
  const off = paymentMethods?.googlePay === 'never' || wallets?.googlePay === 'never'
  return !off && localStorage.getItem(NONE.key) !== NONE.value
}

function ownerFor(options: StripeExpressCheckoutElementOptions): BillingDetails {
  const { email, phone, ...owner } = OWNER
  return {
    ...owner,
    ...(options.emailRequired ? { email } : {}),
    ...(options.phoneNumberRequired ? { phone } : {}),
  }
}

function walletButton(press: () => void, emit: (type: string) => void): HTMLElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'Wallet'
  button.textContent = 'Pay with Test Wallet'
  button.addEventListener('click', press)
  button.addEventListener('focus', () => emit('focus'))
  button.addEventListener('blur', () => emit('blur'))
  return button
}
