import { MOST_MAILED } from '#contract/order-mailing.ts'
import { type OrderFilter, toAddressFields } from './order-filter.ts'

interface BulkBarProps {
  filter: OrderFilter
  /** How many orders the filter finds. */
  count: number
}

/**
 * The acts on the ticked orders, in the form around the table. They only send and print: what is
 * sent is shown first.
 */
export function BulkBar({ filter, count }: BulkBarProps) {
  return (
    <div className="bulk-bar">
      {Object.entries(toAddressFields(filter)).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="bulk-all">
        {count > MOST_MAILED ? (
          <p className="sm muted">Tick orders, or narrow the list to {MOST_MAILED} to take them all.</p>
        ) : (
          <label className="check">
            <input type="checkbox" name="all" value="yes" /> All {count} that the filter finds
          </label>
        )}
      </div>
      <div className="btn-row">
        <button type="submit" className="btn second small" name="kind" value="passengers">
          Ask for weights
        </button>
        <button type="submit" className="btn second small" name="kind" value="payment">
          Remind to pay
        </button>
        <button type="submit" className="btn second small" name="kind" value="ticket">
          Send tickets again
        </button>
        <button type="submit" className="btn second small" formAction="/staff/orders/print">
          Print
        </button>
      </div>
      <p className="sm muted">
        Before anything is sent you see who gets what. Money and flights are never changed here.
      </p>
    </div>
  )
}
