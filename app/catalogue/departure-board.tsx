import { Link } from '@remix-run/react'
import { formatDollars } from '../format/format-dollars.ts'
import { formatTime, splitTime } from '../format/local-time.ts'
import { TagChips } from './tag-chips.tsx'
import { useServiceTexts } from '../visit/service-texts.ts'
import { departureHref, type DepartureRow } from './next-departures.ts'

/**
 * "2 seats left", in red from two down. An aircraft sold as a whole shows how many guests it takes.
 */
export function SeatsLeft({ row }: { row: Pick<DepartureRow, 'seatsLeft' | 'wholeFor'> }) {
  const { seatsLeft: left, wholeFor } = row
  const { unknownSeats } = useServiceTexts()
  if (unknownSeats) return null
  if (wholeFor !== undefined) return <span className="seats">Up to {wholeFor} guests</span>
  return (
    <span className={left <= 2 ? 'seats few' : 'seats'}>
      {left} {left === 1 ? 'seat' : 'seats'} left
    </span>
  )
}

/** The next departures as on an airport board: each whole row is a link to its checkout. */
export function DepartureBoard({ rows }: { rows: readonly DepartureRow[] }) {
  return (
    <ol className="board">
      {rows.map((row) => {
        const { clock, half } = splitTime(row.time)
        return (
          <li key={row.key}>
            <time className="t t-l" dateTime={row.departAt}>
              {clock}
              <small>{half}</small>
            </time>
            <p className="price">{formatDollars(row.price)}</p>
            <div className="what">
              <b>{row.product.name}</b>
              <TagChips tags={row.tags} />
              <span className="subtle sm">{row.day}</span>
            </div>
            <SeatsLeft row={row} />
            <Link className="go arrow" to={departureHref(row)}>
              Choose
              <span className="vh">
                {' '}
                {row.product.name}, {row.day} at {formatTime(row.time)}
              </span>
            </Link>
          </li>
        )
      })}
    </ol>
  )
}
