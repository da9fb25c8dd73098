import { formatDollars } from '../../format/format-dollars.ts'
import { ChooseButton } from './choose-button.tsx'
import { type SellChoice } from './load-sell-page.server.ts'
import { SALE_KINDS, SALE_WORDS } from './sell-shape.ts'

type Offer = SellChoice['products'][number]

/** The first choice: what is sold, and of which flight. */
export function WhatChoice({ choice: { state, products } }: { choice: SellChoice }) {
  return (
    <section className="sale-part" aria-labelledby="s1">
      <div className="sale-head">
        <h2 id="s1">1. What</h2>
        <p className="sale-kinds" role="group" aria-label="What is sold">
          {SALE_KINDS.map((kind) => (
            <ChooseButton key={kind} name="kind" value={kind} chosen={kind === state.kind}>
              {SALE_WORDS[kind]}
            </ChooseButton>
          ))}
        </p>
      </div>
      <div className="sale-pick" role="group" aria-label="Flight">
        {products.map((product) => {
          const chosen = product.id === state.product
          return (
            <ChooseButton
              key={product.id}
              name="product"
              value={product.id}
              chosen={chosen}
              focused={chosen && state.at === 'what'}
            >
              <b>{product.name}</b>
              <small>{offerOf(product, state.kind)}</small>
            </ChooseButton>
          )
        })}
      </div>
    </section>
  )
}

/** "25 min, $252.00", with the all-in price of what is sold. */
function offerOf({ flight_duration_mins: mins, ...price }: Offer, kind: SellChoice['state']['kind']): string {
  const { seat_price_total: seat, flight_price_total: whole } = price
  const isWhole = seat === null || (kind === 'flight' && whole !== null)
  const amount = isWhole ? whole : seat
  return [`${String(mins)} min`, isWhole ? 'aircraft' : null, amount === null ? null : formatDollars(amount)]
    .filter(Boolean)
    .join(', ')
}
