import { type Order } from '#contract/order.ts'
import { type FreedDeparture } from '#contract/freed-departure.ts'
import { type ReturnedLine, type ReturnedTo } from '#contract/refund.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { listNames } from '../../passengers/passenger-title.ts'
import { describeFreedDeparture } from './freed-departure-words.ts'
import { describeReturnedLine } from './returned-line-words.ts'

interface RefundPreviewPartProps {
  to: readonly ReturnedTo[]
  lines: readonly ReturnedLine[]
  /** The lines of the order, to which the positions point. */
  sold: Order['lines']
  amount: number
  /** The passengers who cancel; empty if the whole order is cancelled. */
  home?: readonly string[]
  departures: readonly FreedDeparture[]
  /** Whether the order has flights, so that it is worth saying that no seat becomes free. */
  flies: boolean
}

/** The refund by recipient and by line, and what becomes of the seats. */
export function RefundPreviewPart({
  to,
  lines,
  sold,
  amount,
  home = [],
  departures,
  flies,
}: RefundPreviewPartProps) {
  // Fees and taxes are refunded in parts, so a quantity makes no sense for them.
  const counted = lines.filter(({ quantity }) => quantity > 0)
  return (
    <>
      <h3 className="flabel">This would come back</h3>
      <dl className="breakdown">
        {to.map(({ kind, label, amount: part }, index) => (
          <div key={`${String(index)} ${label}`}>
            <dt>{kind === 'due' ? 'Off what is still to pay' : `To ${label}`}</dt>
            <dd>{formatDollars(part)}</dd>
          </div>
        ))}
        <div className="total">
          <dt>In money</dt>
          <dd>{formatDollars(amount)}</dd>
        </div>
      </dl>
      {home.length === 0 ? null : (
        <p>
          <strong>{listNames(home)}</strong> {home.length === 1 ? 'stays' : 'stay'} home; the others fly.
        </p>
      )}
      {counted.length === 0 ? null : (
        <ul className="muted">
          {counted.map((line) => (
            <li key={line.position}>
              {describeReturnedLine(line, sold[line.position])}: {formatDollars(line.amount)}
            </li>
          ))}
        </ul>
      )}
      {flies ? <FreedDepartures departures={departures} /> : null}
    </>
  )
}

/** Seats, waitlist and manifest of each flight on which seats become free. */
function FreedDepartures({ departures }: { departures: readonly FreedDeparture[] }) {
  if (departures.length === 0) return <p>No seat becomes free, and no load manifest changes.</p>
  return (
    <ul>
      {departures.map((one) => (
        <li key={one.flight_id}>{describeFreedDeparture(one).join(' ')}</li>
      ))}
    </ul>
  )
}
