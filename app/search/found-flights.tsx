import { departureHref, type DepartureRow } from '../catalogue/next-departures.ts'
import { SeatsLeft } from '../catalogue/departure-board.tsx'
import { formatDollars } from '../format/format-dollars.ts'
import { formatDay, formatTime } from '../format/local-time.ts'
import { TagChips } from '../catalogue/tag-chips.tsx'
import { ProductPicture } from '../pictures/product-picture.tsx'
import { type SearchData } from './load-search.server.ts'
import { searchHref, type SearchFilter } from './search-query.ts'

type FoundFlight = SearchData['flights'][number]

/**
 * Each flight with the departures that can be booked, which link to the checkout with the party.
 */
export function FoundFlights({ flights, filter }: { flights: readonly FoundFlight[]; filter: SearchFilter }) {
  return (
    <ol className="found">
      {flights.map((flight, index) => (
        <li key={flight.product.id}>
          <div className="art">
            <ProductPicture
              photo={flight.product}
              place={flight.product.place}
              tags={flight.product.tag_list}
              product={flight.product.id}
              eager={index < 2}
            />
          </div>
          <div className="found-text">
            <h3>
              <a href={`/product/${flight.product.slug}`}>{flight.product.name}</a>
            </h3>
            <p className="muted">
              {flight.product.duration_label} from {flight.product.departure_terminal_name}.{' '}
              {flight.product.subtitle}
            </p>
          </div>
          {flight.rows.length > 0 ? (
            <ul className="times" aria-label={`Departures of ${flight.product.name}`}>
              {flight.rows.map((row) => (
                <Departure key={row.key} row={row} quantity={filter.quantity} />
              ))}
            </ul>
          ) : (
            <NoRows flight={flight} filter={filter} />
          )}
        </li>
      ))}
    </ol>
  )
}

function Departure({ row, quantity }: { row: DepartureRow; quantity: number }) {
  const party = quantity > 1 ? `&quantity=${String(quantity)}` : ''
  return (
    <li>
      <a href={`${departureHref(row)}${party}`}>
        <span>
          {row.day}, <time dateTime={row.departAt}>{formatTime(row.time)}</time>
          {row.second ? ` and ${formatTime(row.second.time)}` : null} <TagChips tags={row.tags} />
        </span>
        {row.second ? <small>together, on two aircraft</small> : <SeatsLeft row={row} />}
        <b className="price">
          {formatDollars(row.price)}
          <small>{row.wholeFor === undefined ? ' a seat' : ' the aircraft'}</small>
        </b>
      </a>
    </li>
  )
}

/** No departure on the requested day: links to the nearest ones, or to the flight's page. */
function NoRows({ flight, filter }: { flight: FoundFlight; filter: SearchFilter }) {
  const { nearestDates, product } = flight
  if (nearestDates.length === 0) {
    return (
      <p className="times muted">
        {filter.date ? 'Not about that day.' : 'Nothing to book just now.'}{' '}
        <a href={`/product/${product.slug}`}>See the flight</a>
      </p>
    )
  }
  return (
    <div className="times">
      <p className="muted">{filter.date ? `Not on ${formatDay(filter.date)}.` : null} The nearest days:</p>
      <ul className="near">
        {nearestDates.map((date) => (
          <li key={date}>
            <a href={searchHref({ ...filter, date })}>{formatDay(date)}</a>
          </li>
        ))}
      </ul>
    </div>
  )
}
