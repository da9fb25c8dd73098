// This file is part of the browser's bundle, so it must not import validation.
import { type FormShape } from '../ui/form/form-shape.ts'
import { passengerField } from '../passengers/passenger-field.ts'

/** The field of an upgrade's question, on the page "Who and pay". */
export const answerField = (upgradeId: number) => `answers.u${String(upgradeId)}`
/** The card area. It is not a field of the form, but errors belong to it and link to it. */
export const CARD_FIELD = 'card'
/**
 * The discount code's field. The code itself is in the address; the button beside the field changes
 * it.
 */
export const CODE_FIELD = 'code'
/** The form of the page "Who and pay" for a party, with the questions of its upgrades. */
export function payShape(quantity: number, upgradeIds: readonly number[]) {
  const passengers = Array.from({ length: quantity }, (_, index) => {
    const called = `Passenger ${String(index + 1)}`
    return [
      [passengerField(index, 'full_name'), `${called}, full name`],
      [passengerField(index, 'weight'), `${called}, weight`],
    ]
  })
  return {
    id: 'pay',
    labels: {
      email: 'Email',
      phone: 'Phone',
      ...(Object.fromEntries(passengers.flat()) as Record<string, string>),
      ...Object.fromEntries(upgradeIds.map((id) => [answerField(id), 'Your answer'])),
      [CODE_FIELD]: null,
      ...PAYMENT_LABELS,
    },
    elsewhere: ELSEWHERE,
  } satisfies FormShape
}

/** Parts of a payment area that show their own errors. */
export const ELSEWHERE = [CARD_FIELD, 'tenders', 'terms_and_conditions'] as const

/** What every page with a payment area has of it. */
export const PAYMENT_LABELS = {
  saved_card: 'Saved card',
  [CARD_FIELD]: null,
  tenders: null,
  terms_and_conditions: null,
} as const
