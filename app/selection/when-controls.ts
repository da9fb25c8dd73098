import { type CheckoutQuery, departureParam, parseCheckoutQuery } from '../visit/checkout-query.ts'
import { type WhenPage } from './when-page.ts'

/**
 * Reads the form as a plain submission would send it. The calendar is no form control: its month
 * and day are passed as `calendarQuery`, and a departure of the displayed day is not valid for
 * another one.
 */
export function readWhenForm(
  form: HTMLFormElement,
  shown: CheckoutQuery,
  calendarQuery: CheckoutQuery,
): CheckoutQuery {
  const typed = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') typed.append(name, value)
  const { month, date } = calendarQuery
  const query = { ...parseCheckoutQuery(typed), month, date }
  // A code field that was empty and stays empty is left out.
  if (!query.code) query.code = shown.code && ''
  const { departureId, secondId } = calendarQuery
  return date === shown.date ? query : { ...query, departureId, secondId }
}

const inputsOf = (form: HTMLFormElement) =>
  [...form.elements].filter((element) => element instanceof HTMLInputElement)

const isChoice = ({ type }: HTMLInputElement) => type === 'radio' || type === 'checkbox'

/** Whether a choice differs from the one the page was rendered with. */
export function isTouched(form: HTMLFormElement): boolean {
  return inputsOf(form).some((input) =>
    isChoice(input) ? input.checked !== input.defaultChecked : input.value !== input.defaultValue,
  )
}

/**
 * Sets the controls to the requested day whose answer has not arrived, so that Continue does not
 * submit the displayed day.
 */
export function writeRequestedDay(form: HTMLFormElement, query: CheckoutQuery): void {
  const { date } = query
  for (const input of inputsOf(form)) {
    if (input.name === 'date' && date) input.value = date
    if (input.name === 'departure') input.checked = input.value === departureParam(query)
  }
}

/**
 * Sets the controls to the page's data: after going back or forward they would show an earlier
 * choice.
 */
export function writeWhenForm(form: HTMLFormElement, { query, day, quantityType }: WhenPage): void {
  const chosen: Readonly<Record<string, readonly string[]>> = {
    departure: [departureParam(query) ?? ''],
    quantity_type: [quantityType],
    upgrades: query.upgradeIds.map(String),
  }
  const typed: Readonly<Record<string, string>> = { date: day.date, quantity: query.quantity.text }
  for (const input of inputsOf(form)) {
    if (isChoice(input)) {
      input.checked = chosen[input.name]?.includes(input.value) ?? input.checked
    } else {
      const text = typed[input.name]
      // Assigning an equal text would move the caret.
      if (text !== undefined && input.value !== text) input.value = text
    }
  }
}
