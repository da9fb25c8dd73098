import { z } from 'zod'
import { type FormShape, plainId } from '../ui/form/form-shape.ts'
import { passengerField } from './passenger-field.ts'
import { TypedWeight } from './typed-weight.ts'

/** The weights of a party, all of them optional. */
export const WeightsForm = z.object({ passengers: z.array(z.object({ weight: TypedWeight })).default([]) })

/**
 * The id of the weights' form. Its fields stand inside another form of the page and refer to it.
 */
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
