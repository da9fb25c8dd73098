import { Link } from '@remix-run/react'
import { type DepartureRow } from '../catalogue/next-departures.ts'
import { DepartureBoard } from '../catalogue/departure-board.tsx'
import { ProductEligibility } from '../catalogue/product-eligibility.tsx'
import { ProductRoute } from '../catalogue/product-route.tsx'
import { formatDollars } from '../format/format-dollars.ts'
import { ProductScene } from '../pictures/product-scene.tsx'
import { useServiceTexts } from '../visit/service-texts.ts'
import { type SlugPage } from './load-slug.server.ts'

type Landing = Extract<SlugPage, { kind: 'landing' }>

/** Sells one flight: how a well-known place looks from above. */
export function PerspectivePage({ product, text, departures }: Landing) {
  return (
    <>
      <div className="wrap prod-head">
        <div>
          <p className="eyebrow">A new perspective</p>
          <h1>{product.name}</h1>
        </div>
        <p className="lede">{text.headline}</p>
      </div>
      <ProductScene product={product} />
      <section className="wrap section" aria-label="What changes">
        <ol className="clockline landing-three">
          {text.passages.map((passage) => (
            <li key={passage.title}>
              <h2 className="h3">{passage.title}</h2>
              <p>{passage.text}</p>
            </li>
          ))}
        </ol>
        <ProductRoute product={product} />
      </section>
      <BookingSection product={product} departures={departures} />
      <p className="wrap landing-more">
        <a href={`/peek-inside-flight-${product.slug}`}>Look inside this flight, minute by minute</a>
      </p>
    </>
  )
}

/** Sells one flight from the passenger's view: its minutes, its cabin, what to wear. */
export function PeekPage({ product, departures }: Landing) {
  const { aircraft_type: aircraft, check_in_mins: checkIn, flight_duration_mins: minutes } = product
  const rows = [
    {
      at: `−${String(checkIn)}`,
      title: 'Arrive',
      text: `${product.departure_terminal_name}. Names, bags, a look at the sky.`,
    },
    { at: '−20', title: 'Briefing', text: 'Harness, headset, and where to look first. Ask everything now.' },
    {
      at: '0',
      title: 'Lift off',
      text: 'It is gentler than an elevator. The nose dips, and the ground goes.',
    },
    ...product.route_stops.map((stop) => ({
      at: String(stop.minute),
      title: stop.name,
      text: stop.description,
    })),
    {
      at: String(minutes),
      title: 'Down again',
      text: 'Rotor stopped, doors open, and everybody talking at once.',
    },
  ]
  return (
    <>
      <div className="wrap prod-head">
        <div>
          <p className="eyebrow">A peek inside</p>
          <h1>{product.name}</h1>
        </div>
        <p className="lede">
          {minutes} minutes from the seat itself: what happens when, and what passes the window.
        </p>
      </div>
      <ProductScene product={product} />
      <section className="wrap section cols-2 top" aria-label="Minute by minute">
        <div>
          <div className="head tight">
            <h2>Minute by minute</h2>
            <p>Counted from lift-off. The pilot may fly it the other way round.</p>
          </div>
          <ol className="clockline v">
            {rows.map((row) => (
              <li key={row.title}>
                <span className="t t-m">
                  {row.at}
                  <small>min</small>
                </span>
                <div>
                  <h3>{row.title}</h3>
                  <p>{row.text}</p>
                </div>
              </li>
            ))}
          </ol>
        </div>
        <div>
          <div className="head tight">
            <h2>The cabin</h2>
          </div>
          <ul className="included">
            {aircraft.max_passengers > 0 ? (
              <li>
                {aircraft.name}: up to {aircraft.max_passengers} guests, every seat at a window
              </li>
            ) : null}
            <li>{CABIN[aircraft.category]}</li>
            <li>A headset for everybody: the pilot hears you, and answers</li>
            {product.included.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
          <ProductEligibility product={product} />
        </div>
      </section>
      <BookingSection product={product} departures={departures} />
      <p className="wrap landing-more">
        <a href={`/get-new-perspective-${product.slug}`}>What it looks like from above</a>
      </p>
    </>
  )
}

const CABIN: Record<Landing['product']['aircraft_type']['category'], string> = {
  doors_on: 'Doors on: large windows, a warm cabin, no wind in the picture',
  doors_off: 'Doors off: a harness, a second strap, and no glass anywhere',
  executive: 'Doors on: leather, quiet, and room for a coat',
}

function BookingSection({
  product,
  departures,
}: {
  product: Landing['product']
  departures: readonly DepartureRow[]
}) {
  const { fees } = useServiceTexts()
  const whole = product.seat_price === null
  return (
    <section className="section tint" aria-labelledby="book-title">
      <div className="wrap">
        <div className="head split">
          <h2 id="book-title">
            {product.on_sale === false ? '' : 'From '}
            {formatDollars(product.from_price_total)} {whole ? 'the aircraft' : 'a seat'}
          </h2>
          <p>{fees.charAt(0).toUpperCase() + fees.slice(1)}. Your date decides the final price.</p>
        </div>
        {departures.length > 0 ? <DepartureBoard rows={departures} /> : null}
        <div className="btn-row mt6">
          {product.availability === 'available' ? (
            <Link className="btn" to={`/checkout/${String(product.id)}`}>
              Choose a date
            </Link>
          ) : null}
          <Link className="btn second" to={`/product/${product.slug}`}>
            All about this flight
          </Link>
        </div>
      </div>
    </section>
  )
}
