import { type FormShape, plainId } from '../ui/form/form-shape.ts'
import { passengerField } from './passenger-field.ts'

/** The fields for weights stand in another form of the page; they belong to the one with this id. */
export const WEIGHTS_FORM = 'weights-form'

export const weightNames = (quantity: number) =>
  Array.from({ length: quantity }, (_, index) => passengerField(index, 'weight'))

export const weightsShape = (quantity: number) => {
  const labels = weightNames(quantity).map((name, index) => [
    name,
    `Weight of passenger ${String(index + 1)}`,
  ])
  return {
    id: 'weights',
    labels: Object.fromEntries(labels) as Record<string, string>,
    fieldId: (name) => `when-${plainId(name)}`,
  } satisfies FormShape
}
