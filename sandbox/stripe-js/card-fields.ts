import {
  type CardText,
  checkCard,
  type FieldName,
  type FieldProblem,
  formatExpiry,
  formatNumber,
} from './card-checks.ts'

interface Field {
  label: string
  placeholder: string
  autocomplete: AutoFill
  format: (text: string, deleting: boolean) => string
}

const fields: Record<FieldName, Field> = {
  number: {
    label: 'Card number',
    placeholder: '1234 1234 1234 1234',
    autocomplete: 'cc-number',
    format: formatNumber,
  },
  expiry: { label: 'Expiration date', placeholder: 'MM / YY', autocomplete: 'cc-exp', format: formatExpiry },
  cvc: {
    label: 'Security code',
    placeholder: 'CVC',
    autocomplete: 'cc-csc',
    format: (text) => text.replace(/\D/g, '').slice(0, 4),
  },
}
const names: FieldName[] = ['number', 'expiry', 'cvc']

export interface CardFields {
  node: HTMLElement
  read(): CardText
  problems(): FieldProblem[]
  /** Shows the errors and focuses the first field in error. */
  check(): FieldProblem[]
  focus(): void
  blur(): void
  clear(): void
  setReadOnly(readOnly: boolean): void
}

export interface CardFieldEvents {
  changed(): void
  focused(): void
  blurred(): void
  /** Called when Enter is pressed in a field. */
  submitted(): void
}

/** The three fields with labels and error texts. */
export function createCardFields(events: CardFieldEvents): CardFields {
  const node = document.createElement('div')
  node.className = 'Fields'
  const inputs = Object.fromEntries(names.map((name) => [name, addField(node, name)])) as Record<
    FieldName,
    HTMLInputElement
  >
  const read = (): CardText => ({
    number: inputs.number.value,
    expiry: inputs.expiry.value,
    cvc: inputs.cvc.value,
  })
  const problems = () => checkCard(read(), new Date())
  for (const name of names) {
    const input = inputs[name]
    input.addEventListener('input', (event) => {
      reformat(input, fields[name].format, /^delete/.test((event as InputEvent).inputType ?? ''))
      show(input, undefined)
      events.changed()
    })
    input.addEventListener('blur', () => {
      if (input.value)
        show(
          input,
          problems().find(({ field }) => field === name),
        )
    })
    input.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') events.submitted()
    })
  }
  node.addEventListener('focusin', ({ relatedTarget: from }) => {
    if (!node.contains(from as Node | null)) events.focused()
  })
  node.addEventListener('focusout', ({ relatedTarget: to }) => {
    if (!node.contains(to as Node | null)) events.blurred()
  })
  return {
    node,
    read,
    problems,
    check() {
      const found = problems()
      for (const name of names)
        show(
          inputs[name],
          found.find(({ field }) => field === name),
        )
      if (found[0]) inputs[found[0].field].focus()
      return found
    },
    focus: () => inputs.number.focus(),
    blur: () => names.forEach((name) => inputs[name].blur()),
    clear() {
      for (const name of names) {
        inputs[name].value = ''
        show(inputs[name], undefined)
      }
    },
    setReadOnly: (readOnly) => names.forEach((name) => (inputs[name].readOnly = readOnly)),
  }
}

function addField(parent: HTMLElement, name: FieldName): HTMLInputElement {
  const { label: text, placeholder, autocomplete } = fields[name]
  const field = document.createElement('div')
  field.className = `Field Field--${name}`
  const label = document.createElement('label')
  label.className = 'Label'
  label.htmlFor = name
  label.textContent = text
  const input = document.createElement('input')
  Object.assign(input, {
    id: name,
    className: 'Input',
    placeholder,
    autocomplete,
    inputMode: 'numeric',
    type: 'text',
    spellcheck: false,
  })
  input.setAttribute('aria-required', 'true')
  const error = document.createElement('p')
  Object.assign(error, { id: `${name}-error`, className: 'Error', hidden: true })
  field.append(label, input, error)
  parent.append(field)
  return input
}

function show(input: HTMLInputElement, problem: FieldProblem | undefined) {
  const error = input.nextElementSibling as HTMLElement
  error.hidden = !problem
  error.textContent = problem?.message ?? ''
  input.classList.toggle('Input--invalid', Boolean(problem))
  input.setAttribute('aria-invalid', String(Boolean(problem)))
  if (problem) input.setAttribute('aria-describedby', error.id)
  else input.removeAttribute('aria-describedby')
}

/** Writes the value in its usual format and keeps the caret behind the same digit. */
function reformat(input: HTMLInputElement, format: Field['format'], deleting: boolean) {
  const caret = input.selectionStart ?? input.value.length
  const atEnd = caret === input.value.length
  const before = input.value.slice(0, caret).replace(/\D/g, '').length
  input.value = format(input.value, deleting)
  if (atEnd || input !== (input.getRootNode() as Document | ShadowRoot).activeElement) return
  let at = 0
  for (let seen = 0; seen < before && at < input.value.length; at++) {
    if (/\d/.test(input.value.charAt(at))) seen++
  }
  input.setSelectionRange(at, at)
}
