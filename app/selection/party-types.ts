import { type Product } from '#contract/catalogue.ts'
import { type PartyOfType } from '#contract/passenger-type.ts'
import { ADULT } from '#contract/passenger-type-words.ts'
import { type CheckoutQuery } from '../visit/checkout-query.ts'
import { CHECKOUT_TEXT } from '../visit/refusal-messages.ts'

/** The types of a party as the address names them, and what is wrong with a typed number. */
export interface PartyTypesInput {
  types: PartyOfType[]
  problem: string | undefined
}

/** The numbers of passengers of each type that the product has; all others of the party are adults. */
export function readPartyTypes(
  { named }: Pick<CheckoutQuery, 'named'>,
  { offered_passenger_types: offered = [] }: Pick<Product, 'offered_passenger_types'>,
): PartyTypesInput {
  const numbers = offered.flatMap(({ id }) => {
    const text = named.find(([name]) => name === `type_${String(id)}`)?.[1].trim() ?? ''
    return text === ''
      ? []
      : [{ passenger_type_id: id, quantity: /^\d{1,2}$/.test(text) ? Number(text) : NaN }]
  })
  const types = numbers.filter(({ quantity }) => quantity > 0)
  return {
    types,
    problem: numbers.some(({ quantity }) => isNaN(quantity)) ? CHECKOUT_TEXT.quantity : undefined,
  }
}

/**
 * What stands behind the number of each passenger, in the order in which the service gives types:
 * ", Child". Empty where all are adults.
 */
export function listTypeNames(
  types: readonly PartyOfType[],
  { offered_passenger_types: offered = [] }: Pick<Product, 'offered_passenger_types'>,
  quantity: number,
): string[] {
  if (types.length === 0) return []
  const others = offered.flatMap(({ id, name }) =>
    Array<string>(types.find((one) => one.passenger_type_id === id)?.quantity ?? 0).fill(`, ${name}`),
  )
  return [...Array<string>(Math.max(0, quantity - others.length)).fill(`, ${ADULT}`), ...others]
}
