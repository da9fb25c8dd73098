import { type Order } from '#contract/order.ts'
import { formatDollars } from '../format/format-dollars.ts'
import { formatDayAndYear, toLocalDate } from '../format/local-time.ts'
import { goesToBank, describeReturn } from './refund-text.ts'

type Refund = Order['refunds'][number]

const STATE: Readonly<Record<Refund['state'], string>> = {
  pending: 'The card’s part is on its way.',
  succeeded: '',
  failed: 'The card’s bank did not take it. We look after it; please contact us should you not hear from us.',
}

const stateOf = ({ state, to }: Refund) =>
  state === 'pending' && !to.some(goesToBank) ? 'It waits for you at our desk.' : STATE[state]

/** The refunds of an order with their targets; renders nothing if there are none. */
export function RefundList({ refunds, flights }: Pick<Order, 'refunds' | 'flights'>) {
  const given = refunds.filter(({ to }) => to.length > 0)
  if (given.length === 0) return null
  const timezone = flights[0]?.timezone ?? 'America/New_York'
  return (
    <section className="mt5" aria-labelledby="returned">
      <h3 className="flabel" id="returned">
        What came back
      </h3>
      {given.map((refund) => (
        <div key={refund.id}>
          <dl className="breakdown">
            {refund.to.map((part, at) => (
              <div key={`${String(at)} ${part.label}`}>
                <dt>{describeReturn(part)}</dt>
                <dd>{formatDollars(part.amount)}</dd>
              </div>
            ))}
          </dl>
          <p className="sm subtle">
            Given back on {formatDayAndYear(toLocalDate(refund.at, timezone))}. {stateOf(refund)}
          </p>
        </div>
      ))}
    </section>
  )
}
