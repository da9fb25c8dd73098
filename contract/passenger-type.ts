import { z } from 'zod'
import { ADULT } from './passenger-type-words.ts'
import { Dollars, Id } from './primitives.ts'

/** The most passenger types that a product has. */
export const MOST_PASSENGER_TYPES = 6

const words = (most: number) =>
  z
    .string({ error: 'This field is required' })
    .trim()
    .max(most, `Write at most ${String(most)} characters`)
    .regex(/^[^\p{Cc}]*$/u, 'Must be plain text')

const PERCENT = 'What a type costs less must be a whole percentage from 0 to 100'
const AGE = 'The age of a type must be in whole years'

const Age = z.number({ error: AGE }).int(AGE).min(0, AGE).max(120, AGE).nullable()

/** A kind of passenger beside adults, whose seat costs a share of an adult's. */
export const PassengerType = z.object({
  /** Its number within the product, which stays when it is renamed. */
  id: z.number().int().min(1).max(999),
  name: words(40).min(1, 'Each passenger type needs a name'),
  /** Its rule in one sentence for shoppers: "2 to 11 years, must sit beside an adult". */
  note: words(160),
  /** What a seat costs less than an adult's on the same departure, in whole percent. */
  percent_off: z.number({ error: PERCENT }).int(PERCENT).min(0, PERCENT).max(100, PERCENT),
  min_age: Age,
  max_age: Age,
  /** Nobody of this type flies without an adult in the party. */
  needs_adult: z.boolean(),
  /** It can be bought; others stay for the orders that have them. */
  active: z.boolean(),
})

const TWICE = 'Two passenger types have this name'

/** The passenger types of a product, in the order in which shoppers see them. */
export const PassengerTypes = z
  .array(PassengerType)
  .max(MOST_PASSENGER_TYPES, `At most ${String(MOST_PASSENGER_TYPES)} passenger types`)
  .superRefine((types, { addIssue }) => {
    const refuse = (index: number, field: string, message: string) => {
      addIssue({ code: 'custom', path: [index, field], message })
    }
    types.forEach(({ id, name, min_age: from, max_age: until }, index) => {
      const before = types.slice(0, index)
      if (before.some((one) => one.id === id)) refuse(index, 'id', 'Two passenger types have this number')
      if (before.some((one) => isSameName(one.name, name))) refuse(index, 'name', TWICE)
      if (isSameName(name, ADULT))
        refuse(index, 'name', 'Everybody without a type is an adult; please choose another name')
      if (from !== null && until !== null && until < from)
        refuse(index, 'max_age', 'The oldest age must not be below the youngest')
    })
  })

const isSameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** A passenger type as shoppers can buy it. */
export const OfferedPassengerType = PassengerType.omit({ active: true }).extend({
  /** The total of a quote for one of them on the cheapest departure on sale, as `from_price_total`. */
  from_price_total: Dollars,
})

/** How many of a party have a type; all others are adults. */
export const PartyOfType = z.object({
  passenger_type_id: Id,
  quantity: z.number({ error: 'Please input a quantity' }).int().min(1, 'Please input a quantity').max(60),
})

/** The types of a party, each at most once. */
export const PartyTypes = z.array(PartyOfType).max(MOST_PASSENGER_TYPES)

export type PassengerType = z.infer<typeof PassengerType>
export type OfferedPassengerType = z.infer<typeof OfferedPassengerType>
export type PartyOfType = z.infer<typeof PartyOfType>
