import { type FormShape } from '../../ui/form/form-shape.ts'

/** The price of a departure, on its date or in its rule. */
export const PRICE_SHAPE = {
  id: 'price',
  labels: { price: 'Price', scope: 'For' },
} as const satisfies FormShape<'price' | 'scope'>

/** A press without a field: what closes or opens, and what takes that back. */
export const PRESS_SHAPE = { id: 'press', labels: {} } as const satisfies FormShape
