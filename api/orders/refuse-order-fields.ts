import { type FieldErrors } from '#contract/errors.ts'
import { type OrderFields } from '#contract/order.ts'

/** Checks an order's fields before any query; undefined when they are valid. */
export function refuseOrderFields(fields: OrderFields): FieldErrors | undefined {
  if (fields.terms_and_conditions === false) {
    return { terms_and_conditions: ['Please read and accept the terms & conditions'] }
  }
  const nameless = fields.passengers_attributes.flatMap(({ full_name: name }, index) =>
    name === '' ? [`passengers_attributes.${String(index)}.full_name`] : [],
  )
  if (nameless.length === 0) return undefined
  return Object.fromEntries(nameless.map((field) => [field, ['This field is required']]))
}
