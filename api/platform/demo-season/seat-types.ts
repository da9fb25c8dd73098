import { eq } from 'drizzle-orm'
import { type PassengerType } from '#contract/passenger-type.ts'
import { products } from '../../db/schema/catalogue.ts'
import { type SeasonShop } from './season-shop.ts'
import { type PlannedBooking } from './steps.ts'

const CHILD = 1

const child: PassengerType = {
  id: CHILD,
  name: 'Child',
  note: '2 to 11 years, must sit beside an adult',
  percent_off: 20,
  min_age: 2,
  max_age: 11,
  needs_adult: true,
  active: true,
}

/** One product of each brand that takes children of any age. */
const PRODUCTS: readonly number[] = [7, 12]

/** Gives some products of the season a price for children. */
export async function offerSeatTypes({ deps: { database } }: SeasonShop): Promise<void> {
  for (const id of PRODUCTS) {
    await database.db
      .update(products)
      .set({ passengerTypes: [child] })
      .where(eq(products.id, id))
  }
}

/** The weight that a child's is of the one that was drawn for an adult, in percent. */
const CHILD_WEIGHT = 40

/** The party as it books: of three and more on such a product the last is a child. */
export function withChildren({ departure, whole, party }: PlannedBooking) {
  const isFamily = !whole && party.length > 2 && PRODUCTS.includes(departure.productId)
  if (!isFamily) return { party }
  const passenger_types = [{ passenger_type_id: CHILD, quantity: 1 }]
  const youngest = party.map(({ name, weight }, at) =>
    at < party.length - 1 || weight === null
      ? { name, weight }
      : { name, weight: Math.round((weight * CHILD_WEIGHT) / 100) },
  )
  return { party: youngest, passenger_types }
}
