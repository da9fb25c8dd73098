import { type ReturnedLine, type ReturnedTo } from '#contract/refund.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { listNames } from '../../passengers/passenger-title.ts'

interface RefundPreviewPartProps {
  to: readonly ReturnedTo[]
  lines: readonly ReturnedLine[]
  amount: number
  /** Who stays home with it; nobody is named where the whole order ends. */
  home?: readonly string[]
}

/** What would come back to whom, and of which lines. */
export function RefundPreviewPart({ to, lines, amount, home = [] }: RefundPreviewPartProps) {
  // Fees and taxes come back as parts, and are no number of anything.
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
