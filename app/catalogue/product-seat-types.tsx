import { type Product } from '#contract/catalogue.ts'
import { asSentence, describeAges } from '#contract/passenger-type-words.ts'
import { formatDollars } from '../format/format-dollars.ts'
import { Questions } from '../page/questions.tsx'

type Offered = NonNullable<Product['offered_passenger_types']>[number]

/** Who pays less than an adult, with the lowest price of a seat; nothing where everybody pays the same. */
export function ProductSeatTypes({ product }: { product: Pick<Product, 'offered_passenger_types'> }) {
  const { offered_passenger_types: types = [] } = product
  if (types.length === 0) return null
  return (
    <section className="prod-part" aria-labelledby="types-title">
      <div className="head tight">
        <h2 id="types-title">Who pays less</h2>
      </div>
      <Questions list={types.map((type) => ({ question: type.name, answer: typeText(type) }))} />
    </section>
  )
}

/** "2 to 11 years, must sit beside an adult. A seat from $204.35, 20% less than an adult’s." */
function typeText(type: Offered): string {
  const { note, percent_off: off, from_price_total: from } = type
  const rule = note || describeAges(type)
  const price = `A seat from ${formatDollars(from)}`
  return [
    rule === undefined ? '' : `${asSentence(`${rule.charAt(0).toUpperCase()}${rule.slice(1)}`)} `,
    off === 0 ? `${price}, as an adult.` : `${price}; before fees ${String(off)}% less than an adult’s.`,
    type.needs_adult ? ' Only with an adult in the party.' : '',
  ].join('')
}
