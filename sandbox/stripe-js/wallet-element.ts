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
  /** Cents; a group for a setup has none. */
  amount?: number
}
interface WalletParts {
  call: Call
  appearance: Appearance
  options: StripeExpressCheckoutElementOptions
  charge: () => WalletCharge
  gone: () => void
}

/** The page must answer a press within this time, as at the provider. */
const ANSWER_WITHIN_MS = 1000
const TYPE = 'google_pay'
/** With this in its storage a page behaves like a browser without any wallet. */
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

/** The Express Checkout Element with one wallet in it: a button, and a sheet of its own. */
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
    /** @throws outside of a confirmation, because there is no card without an open sheet */
    read() {
      if (!chosen)
        throw usageError(
          'confirmPayment() must be called inside the confirm event of the Express Checkout Element.',
        )
      return { number: chosen.number, exp_month: '12', exp_year: '2034', cvc: '123' }
    },
    billing: () => ownerFor(options),
    /**
     * The page's confirmation begins. A shopper who closed the sheet in that instant is reported
     * now, when money may already be charged.
     */
    confirming() {
      if (chosen?.leaves) {
        sheet?.close()
        emit('cancel')
      }
    },
    /**
     * The confirmation has its answer and the sheet is finished, whatever the bank requires next.
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
