import { type CheckoutQuery, parseCheckoutQuery } from '../visit/checkout-query.ts'
import { type WhenPage } from './when-page.ts'

/**
 * Reads the form as its plain submission would arrive. The calendar is no control: its month and
 * day are `asked`, and a departure of the day `shown` is none of another day's.
 */
export function readWhenForm(
  form: HTMLFormElement,
  shown: CheckoutQuery,
  asked: CheckoutQuery,
): CheckoutQuery {
  const typed = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') typed.append(name, value)
  const { month, date } = asked
  const query = { ...parseCheckoutQuery(typed), month, date }
  // Left empty where nothing was proposed, nothing is said.
  if (!query.code) query.code = shown.code && ''
  return date === shown.date ? query : { ...query, departureId: asked.departureId }
}

const inputsOf = (form: HTMLFormElement) =>
  [...form.elements].filter((element) => element instanceof HTMLInputElement)

const isChoice = ({ type }: HTMLInputElement) => type === 'radio' || type === 'checkbox'

/** Was anything chosen or typed that the page did not come with? */
export function isTouched(form: HTMLFormElement): boolean {
  return inputsOf(form).some((input) =>
    isChoice(input) ? input.checked !== input.defaultChecked : input.value !== input.defaultValue,
  )
}

/**
 * Sets the controls to the day asked for, whose answer is still to come: going on now must not mean
 * the day on show.
 */
export function writeRequestedDay(form: HTMLFormElement, { date, departureId }: CheckoutQuery): void {
  for (const input of inputsOf(form)) {
    if (input.name === 'date' && date) input.value = date
    if (input.name === 'departure') input.checked = input.value === String(departureId)
  }
}

/**
 * Sets the controls to what the page says: after a step back or forward they still show an earlier
 * choice.
 */
export function writeWhenForm(form: HTMLFormElement, { query, day, quantityType }: WhenPage): void {
  const chosen: Readonly<Record<string, readonly string[]>> = {
    departure: [String(query.departureId)],
    quantity_type: [quantityType],
    upgrades: query.upgradeIds.map(String),
  }
  const typed: Readonly<Record<string, string>> = { date: day.date, quantity: query.quantity.text }
  for (const input of inputsOf(form)) {
    if (isChoice(input)) {
      input.checked = chosen[input.name]?.includes(input.value) ?? input.checked
    } else {
      const text = typed[input.name]
      // Writing the same text again would move the caret.
      if (text !== undefined && input.value !== text) input.value = text
    }
  }
}
