import { type ReactNode } from 'react'
import { type Place } from '#contract/enums.ts'
import { type PhotoFields } from '../pictures/photo-art.ts'
import { ProductPicture } from '../pictures/product-picture.tsx'

/** The flight a waitlist page is about. */
export interface ShownFlight extends PhotoFields {
  name: string
  product: number
  place: Place
  tags: readonly string[]
  lines: readonly string[]
}

/** The content on one side, the flight on the other. */
export function WaitlistPage({
  flight,
  title,
  above,
  price,
  children,
}: {
  flight: ShownFlight
  title: string
  /** The error, above the heading. */
  above?: ReactNode
  /** Below the flight: its present price. */
  price?: ReactNode
  children: ReactNode
}) {
  return (
    <div className="wrap section checkout">
      <div className="with-rail">
        <div>
          {above}
          <h1>{title}</h1>
          <p className="mt4 muted">
            {flight.name}, <span className="nowrap">{flight.lines[0]}</span>
          </p>
          {children}
        </div>
        <aside className="rail" aria-label="The flight">
          <div className="summary">
            <div className="art">
              <ProductPicture
                photo={flight}
                place={flight.place}
                tags={flight.tags}
                product={flight.product}
                wide
              />
            </div>
            <div className="summary-in">
              <h2>{flight.name}</h2>
              <p className="when">
                {flight.lines.map((line) => (
                  <span key={line}>{line}</span>
                ))}
              </p>
              {price}
            </div>
          </div>
        </aside>
      </div>
    </div>
  )
}
