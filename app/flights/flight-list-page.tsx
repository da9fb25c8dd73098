import { Place } from '#contract/enums.ts'
import { type AccountFlight } from '#contract/flight.ts'
import { type ListMeta } from '#contract/primitives.ts'
import { AccountNav } from '../account/account-nav.tsx'
import { PageLinks } from '../account/page-links.tsx'
import { formatDayAndYear, formatTime } from '../format/local-time.ts'
import { ProductPicture } from '../pictures/product-picture.tsx'
import { FlightStatusChip } from './flight-status.tsx'

export interface FlightPart {
  rows: AccountFlight[]
  pagination: ListMeta['pagination']
}
export interface FlightListProps {
  /** Undefined if the service does not answer. */
  coming: FlightPart | undefined
  past: FlightPart | undefined
}

/** All flights of an account: the upcoming ones, then the past ones. */
export function FlightListPage({ coming, past }: FlightListProps) {
  return (
    <div className="wrap section account-home">
      <AccountNav current="flights" />
      <div className="account-head">
        <div>
          <p className="eyebrow">Your account</p>
          <h1>Your flights</h1>
        </div>
      </div>
      {coming && past ? (
        <>
          <section aria-labelledby="coming" className="mb6">
            <h2 id="coming">Coming up</h2>
            {coming.rows.length > 0 ? <Rows flights={coming.rows} /> : <NothingAhead past={past} />}
          </section>
          {past.rows.length > 0 ? (
            <section aria-labelledby="past">
              <h2 id="past">Flown</h2>
              <Rows flights={past.rows} />
              <PageLinks
                label="Pages of past flights"
                pagination={past.pagination}
                href={(page) => `/account/flights?page=${String(page)}#past`}
              />
            </section>
          ) : null}
        </>
      ) : (
        <p className="alert warn">Your flights cannot be shown just now. Please try again.</p>
      )}
    </div>
  )
}

function NothingAhead({ past }: { past: FlightPart }) {
  return (
    <div className="empty">
      <h3>{past.rows.length > 0 ? 'Nothing booked at the moment.' : 'Nothing booked yet.'}</h3>
      <p>Your flights appear here once they are paid.</p>
      <a className="btn" href="/product">
        See the flights
      </a>
    </div>
  )
}

function Rows({ flights }: { flights: readonly AccountFlight[] }) {
  return (
    <ul className="order-rows">
      {flights.map((flight) => (
        <FlightRow key={flight.flight_id} flight={flight} />
      ))}
    </ul>
  )
}

function FlightRow({ flight }: { flight: AccountFlight }) {
  const place = Place.safeParse(flight.place)
  const { photo_count: photos } = flight
  return (
    <li>
      <div className="order-art">
        {place.success ? (
          <ProductPicture photo={flight} place={place.data} tags={flight.tags} product={flight.product_id} />
        ) : null}
      </div>
      <div className="order-what">
        <h3>
          <a href={`/account/flights/${String(flight.flight_id)}`}>{flight.product_name}</a>
        </h3>
        <p>
          <time dateTime={flight.depart_at}>
            {formatDayAndYear(flight.local_date)}, {formatTime(flight.local_time)} {flight.timezone_label}
          </time>
          {flight.delay ? `, now ${formatTime(flight.delay.local_time)}` : null}
        </p>
        <p className="subtle sm">
          {flight.flight_code}, {flight.terminal_name}
          {photos > 0 ? `, ${String(photos)} ${photos === 1 ? 'photo' : 'photos'}` : ''}
        </p>
      </div>
      <div className="order-money">
        <FlightStatusChip status={flight.status} />
      </div>
    </li>
  )
}
