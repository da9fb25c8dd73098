import { type ReturnedLine, type ReturnedTo } from '#contract/refund.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { listNames } from '../../passengers/passenger-title.ts'

interface RefundPreviewPartProps {
  to: readonly ReturnedTo[]
  lines: readonly ReturnedLine[]
  amount: number
  /** The passengers who cancel; empty if the whole order is cancelled. */
  home?: readonly string[]
}

/** The refund by recipient and by line. */
export function RefundPreviewPart({ to, lines, amount, home = [] }: RefundPreviewPartProps) {
  // Fees and taxes are refunded in parts, so a quantity makes no sense for them.
  const counted = lines.filter(({ quantity }) => quantity > 0)
  return (
    <>
      <h3 className="flabel">This would come back</h3>
      <dl className="breakdown">
        {to.map(({ label, amount: part }, index) => (
          <div key={`${String(index)} ${label}`}>
            <dt>To {label}</dt>
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
          {counted.map(({ position, label, quantity, amount: share }) => (
            <li key={position}>
              {quantity} × {label}: {formatDollars(share)}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
