import { type Appearance, type StripeError, type StripePaymentElementOptions } from '@stripe/stripe-js'
import { type CardFields, createCardFields } from './card-fields.ts'
import { digitsOf, type FieldProblem, parseExpiry } from './card-checks.ts'
import { fieldSheets } from './field-style.ts'
import { type Call, misused, ProviderError } from './provider-call.ts'

type Handler = (event: never) => unknown
/** The card as calls send it. */
export interface CardParams {
  number: string
  exp_month: string
  exp_year: string
  cvc: string
}

/**
 * The Payment Element with its card fields. They stand in the page below an open shadow root: out of reach of the
 * page's styles and forms, and without a frame that would need a page of its own.
 */
export function createCardElement(
  elementType: 'payment' | 'card',
  parts: { call: Call; appearance: Appearance; options: StripePaymentElementOptions; gone: () => void },
) {
  const handlers = new Map<string, Handler[]>()
  const emit = (type: string, more: object = {}) => {
    const event = { elementType, ...more }
    for (const handler of [...(handlers.get(type) ?? [])]) (handler as (event: unknown) => unknown)(event)
  }
  let { appearance } = parts
  let host: HTMLElement | undefined
  let destroyed = false
  const fields = createCardFields({
    changed: () => emit('change', changeOf(fields)),
    focused: () => emit('focus'),
    blurred: () => emit('blur'),
    submitted: () => submitForm(host),
  })
  fields.setReadOnly(parts.options.readOnly ?? false)

  const element = {
    on(type: string, handler: Handler) {
      handlers.set(type, [...(handlers.get(type) ?? []), handler])
      return element
    },
    once(type: string, handler: Handler) {
      const first: Handler = (event) => {
        element.off(type, first)
        return handler(event)
      }
      return element.on(type, first)
    },
    off(type: string, handler?: Handler) {
      const rest = (handlers.get(type) ?? []).filter((one) => handler !== undefined && one !== handler)
      handlers.set(type, rest)
      return element
    },
    mount(target: string | HTMLElement) {
      const place = typeof target === 'string' ? document.querySelector<HTMLElement>(target) : target
      if (destroyed) throw misused('This Element has already been destroyed. Please create a new one.')
      if (!place) throw misused(`The selector you specified (${String(target)}) applies to no DOM elements.`)
      element.unmount()
      host = document.createElement('div')
      host.className = 'StripeElement'
      host.attachShadow({ mode: 'open', delegatesFocus: true }).adoptedStyleSheets = fieldSheets(appearance)
      place.append(host)
      void load(host)
    },
    unmount() {
      host?.remove()
      host = undefined
    },
    destroy() {
      element.unmount()
      destroyed = true
      parts.gone()
    },
    update(options: Partial<StripePaymentElementOptions>) {
      if (options.readOnly !== undefined) fields.setReadOnly(options.readOnly)
      return element
    },
    collapse: () => element,
    focus: () => fields.focus(),
    blur: () => fields.blur(),
    clear() {
      fields.clear()
      emit('change', changeOf(fields))
    },
    restyle(next: Appearance) {
      appearance = next
      if (host?.shadowRoot) host.shadowRoot.adoptedStyleSheets = fieldSheets(appearance)
    },
    check: () => toError(fields.check()[0]),
    read: () => readCard(fields),
  }

  /** The provider is asked first, so that a page learns here when it cannot be reached. */
  async function load(at: HTMLElement) {
    await Promise.resolve()
    emit('loaderstart')
    try {
      await parts.call('GET', 'elements/sessions')
      if (at !== host) return
      at.shadowRoot?.append(fields.node)
      emit('ready')
    } catch (error) {
      if (at === host) emit('loaderror', { error: error instanceof ProviderError ? error.error : error })
    }
  }
  return element
}

export type CardElement = ReturnType<typeof createCardElement>

function changeOf(fields: CardFields) {
  const { number, expiry, cvc } = fields.read()
  return {
    empty: !number && !expiry && !cvc,
    complete: fields.problems().length === 0,
    collapsed: false,
    value: { type: 'card' },
    error: undefined,
  }
}

function toError(problem: FieldProblem | undefined): StripeError | undefined {
  return problem && { type: 'validation_error', code: problem.code, message: problem.message }
}

function readCard(fields: CardFields): CardParams {
  const { number, expiry, cvc } = fields.read()
  const { month, year } = parseExpiry(expiry) ?? { month: '', year: '' }
  return { number: digitsOf(number), exp_month: String(month), exp_year: String(year), cvc: digitsOf(cvc) }
}

/** Enter does what it does in every other field of the form: presses its first button. */
function submitForm(host: HTMLElement | undefined) {
  const form = host?.closest('form')
  if (!form) return
  const button = [...form.elements].find((one) => one instanceof HTMLButtonElement && one.type === 'submit')
  if (button instanceof HTMLButtonElement) button.click()
  else form.requestSubmit()
}
