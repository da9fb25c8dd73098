import { Form, Link } from '@remix-run/react'
import { type Quote } from '#contract/quote.ts'
import { breakdownRows } from './breakdown-rows.ts'
import { formatDollars } from '../format/format-dollars.ts'
import { formatTime } from '../format/local-time.ts'
import { useServiceTexts } from '../visit/service-texts.ts'
import { TagChips } from './tag-chips.tsx'
import { Breakdown } from '../ui/breakdown.tsx'
import { SeatsLeft } from './departure-board.tsx'
import { type DepartureRow } from './next-departures.ts'

export type QuotedRow = DepartureRow & { quote: Pick<Quote, 'lines' | 'total'> | undefined }

interface DepartureRailProps {
  rows: readonly QuotedRow[]
  /** The page's own path: its action redirects to the checkout. */
  action: string
  checkoutHref: string
  wholeAircraft: boolean
}

const formatDeparture = (row: DepartureRow) => `${row.day}, ${formatTime(row.time)}`

/** The next departures to choose from. Style sheets alone show the price of the chosen one. */
export function DepartureRail({ rows, action, checkoutHref, wholeAircraft }: DepartureRailProps) {
  const { unknownSeats } = useServiceTexts()
  return (
    <div className="summary">
      <div className="summary-in">
        <h2 id="book-title" className="h-s">
          Next departures
        </h2>
        <Form action={action} method="get" className="rail-form stack flow-4 mt4">
          <fieldset className="rail-picks">
            <legend className="vh">Departure</legend>
            {rows.map((row, index) => (
              <RailPick key={row.key} row={row} index={index} />
            ))}
          </fieldset>
          {rows.every((row) => row.quote) ? (
            <div className="rail-prices">
              {rows.map((row) => (
                <div key={row.key}>
                  <p className="sm subtle">
                    {wholeAircraft ? 'The aircraft' : 'One seat'}, {formatDeparture(row)}
                  </p>
                  {row.quote ? (
                    <Breakdown
                      rows={breakdownRows(row.quote).filter(({ key }) => key !== 'credits')}
                      total={formatDollars(row.quote.total)}
                    />
                  ) : null}
                </div>
              ))}
            </div>
          ) : null}
          {unknownSeats ? <p className="sm subtle">{unknownSeats}</p> : null}
          <button className="btn full">Book this flight</button>
          <Link className="link-btn all-dates" to={checkoutHref}>
            See all dates
          </Link>
        </Form>
      </div>
    </div>
  )
}

function RailPick({ row, index }: { row: QuotedRow; index: number }) {
  const id = `slot-${String(index + 1)}`
  return (
    <label className="pick" htmlFor={id}>
      <input
        type="radio"
        id={id}
        name="slot"
        value={row.key}
        defaultChecked={index === 0}
        data-pick={index + 1}
        aria-labelledby={`${id}-time`}
        aria-describedby={`${id}-price ${id}-info`}
      />
      <span className="pt num" id={`${id}-time`}>
        {formatDeparture(row)}
      </span>
      <span className="price" id={`${id}-price`}>
        {formatDollars(row.price)}
      </span>
      <span className="ps chips" id={`${id}-info`}>
        <TagChips tags={row.tags} />
        <SeatsLeft row={row} />
      </span>
    </label>
  )
}

/** The checkout of the departure chosen on the page, or undefined if the query names none. */
export function slotRedirect(productId: number, slot: string | null): string | undefined {
  const [, date, departure] = /^(\d{4}-\d{2}-\d{2})\.([1-9]\d{0,8})$/.exec(slot ?? '') ?? []
  return date && departure ? `/checkout/${String(productId)}?date=${date}&departure=${departure}` : undefined
}
