import { formatDollars } from '../../format/format-dollars.ts'
import { ChooseButton } from './choose-button.tsx'
import { type SellChoice } from './load-sell-page.server.ts'
import { SalePart } from './sale-part.tsx'
import { SALE_KINDS, SALE_WORDS } from './sell-shape.ts'

type Offer = SellChoice['products'][number]

/** The first choice: what is sold, and of which flight. */
export function WhatChoice({ choice: { state, products } }: { choice: SellChoice }) {
  return (
    <SalePart
      step={1}
      title="What"
      aside={
        <p className="sale-kinds" role="group" aria-label="What is sold">
          {SALE_KINDS.map((kind) => (
            <ChooseButton key={kind} name="kind" value={kind} chosen={kind === state.kind}>
              {SALE_WORDS[kind]}
            </ChooseButton>
          ))}
        </p>
      }
      label="Flight"
      name="product"
      isLast={state.at === 'what'}
      options={products.map((product) => ({
        value: product.id,
        chosen: product.id === state.product,
        words: (
          <>
            <b>{product.name}</b>
            <small>{offerOf(product, state.kind)}</small>
          </>
        ),
      }))}
    />
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
