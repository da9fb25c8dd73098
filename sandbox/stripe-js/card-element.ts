import { type Appearance, type StripeError, type StripePaymentElementOptions } from '@stripe/stripe-js'
import { type CardFields, createCardFields } from './card-fields.ts'
import { createElementEvents, createListenerMethods } from './element-events.ts'
import { createElementHost } from './element-host.ts'
import { extractDigits, type FieldProblem, parseExpiry } from './card-checks.ts'
import { fieldSheets } from './field-style.ts'
import { type Call } from './provider-call.ts'

/** The card in the form that API calls send. */
export interface CardParams {
  number: string
  exp_month: string
  exp_year: string
  cvc: string
}

/** The Payment Element with its card fields. */
export function createCardElement(
  elementType: 'payment' | 'card',
  parts: { call: Call; appearance: Appearance; options: StripePaymentElementOptions; gone: () => void },
) {
  const events = createElementEvents(elementType)
  const { emit } = events
  const fields = createCardFields({
    changed: () => emit('change', changeOf(fields)),
    focused: () => emit('focus'),
    blurred: () => emit('blur'),
    submitted: () => submitForm(host.node()),
  })
  fields.setReadOnly(parts.options.readOnly ?? false)
  const host = createElementHost({
    ...parts,
    events,
    sheetsOf: fieldSheets,
    show(root) {
      root.append(fields.node)
      emit('ready')
    },
  })

  const element = {
    ...createListenerMethods(events, (): unknown => element),
    mount: host.mount,
    unmount: host.unmount,
    destroy: host.destroy,
    restyle: host.restyle,
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
    check: () => toError(fields.check()[0]),
    read: () => readCard(fields),
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
  return {
    number: extractDigits(number),
    exp_month: String(month),
    exp_year: String(year),
    cvc: extractDigits(cvc),
  }
}

/** Enter presses the first button of the form, as in every other field. */
function submitForm(host: HTMLElement | undefined) {
  const form = host?.closest('form')
  if (!form) return
  const button = [...form.elements].find((one) => one instanceof HTMLButtonElement && one.type === 'submit')
  if (button instanceof HTMLButtonElement) button.click()
  else form.requestSubmit()
}
