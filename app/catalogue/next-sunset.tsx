import { formatDollars } from '../format/format-dollars.ts'
import { formatTime } from '../format/local-time.ts'
import { departureHref, type DepartureRow } from './next-departures.ts'

/** The soonest seat at sunset, the most popular time of day. */
export function NextSunset({ row }: { row: DepartureRow }) {
  return (
    <p className="mt5">
      The next sunset flight is {row.product.name}, {row.day} at{' '}
      <time dateTime={row.departAt}>{formatTime(row.time)}</time>, {formatDollars(row.price)}
      {row.wholeFor === undefined ? ' a seat' : ' for the aircraft'}.{' '}
      <a className="arrow" href={departureHref(row)}>
        Fly into it
      </a>{' '}
      or see <a href="/search?tag=sunset">all sunset flights</a>.
    </p>
  )
}
