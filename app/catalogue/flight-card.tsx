import { Link } from '@remix-run/react'
import { type Product } from '#contract/catalogue.ts'
import { StruckPrice } from './struck-price.tsx'
import { formatDollars } from '../format/format-dollars.ts'
import { ProductPicture } from '../pictures/product-picture.tsx'
import { cardWidth } from './featured-products.ts'

export type CardFlight = Pick<
  Product,
  | 'id'
  | 'slug'
  | 'name'
  | 'subtitle'
  | 'duration_label'
  | 'departure_terminal_name'
  | 'from_price_total'
  | 'from_price_before_total'
  | 'seat_price'
  | 'place'
  | 'photo'
  | 'photo_focal'
  | 'tag_list'
  | 'availability'
  | 'on_sale'
>

/** The fields of a product that its card shows. */
export function cardFlight(product: Product): CardFlight {
  const { id, slug, name, subtitle, duration_label, departure_terminal_name } = product
  const { from_price_total, from_price_before_total, seat_price, place, tag_list } = product
  const { photo, photo_focal } = product
  const { availability, on_sale } = product
  return {
    ...{ id, slug, name, subtitle, duration_label, departure_terminal_name },
    ...{ from_price_total, from_price_before_total, seat_price, place, tag_list, availability, on_sale },
    ...(photo ? { photo, photo_focal } : {}),
  }
}

const STATES: Record<Product['availability'], string | undefined> = {
  available: undefined,
  sold_out: 'Sold out',
  coming_soon: 'Coming soon',
  paused: 'Paused',
}

/** Flights as cards: picture, name, and the all-in price of a seat. */
export function FlightCards({
  flights,
  level = 'h3',
}: {
  flights: readonly CardFlight[]
  level?: 'h2' | 'h3'
}) {
  const Heading = level
  return (
    <div className="flights">
      {flights.map((flight, index) => {
        const width = cardWidth(index, flights.length)
        const bookable = flight.availability === 'available' && flight.on_sale !== false
        const state = bookable ? undefined : (STATES[flight.availability] ?? 'No dates now')
        return (
          <article key={flight.id} className={`flight ${width}`}>
            <div className="art">
              <ProductPicture
                photo={flight}
                place={flight.place}
                tags={flight.tag_list}
                product={flight.id}
                wide={width === 'lead' || width === 'full'}
              />
              {state ? <span className="chip">{state}</span> : null}
            </div>
            <Heading className="flight-name">
              <Link to={`/product/${flight.slug}`}>{flight.name}</Link>
            </Heading>
            <p className="price">
              {flight.seat_price === null || !bookable ? null : <span className="vh">from </span>}
              {flight.from_price_before_total ? (
                <StruckPrice before={flight.from_price_before_total} now={flight.from_price_total} />
              ) : (
                formatDollars(flight.from_price_total)
              )}
              <span className="vh">{flight.seat_price === null ? ' for the aircraft' : ' a seat'}</span>
            </p>
            <p>
              {flight.duration_label} from {flight.departure_terminal_name}. {flight.subtitle}
            </p>
          </article>
        )
      })}
    </div>
  )
}
