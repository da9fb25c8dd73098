import { type Order } from '#contract/order.ts'
import { formatDollars } from '../checkout/format-dollars.ts'
import { Field } from '../components/ui/field.tsx'
import { type DeskOrderAnswer, type RefundTyped } from '../server/handle-desk-order.server.ts'
import { ComesBack } from './comes-back.tsx'

const NOTHING: RefundTyped = { how: 'all', amount: '', lines: [], reason: '' }

/** Gives back an order, an amount or some lines: seen first, then done, once. */
export function RefundForm({ order, answer }: { order: Order; answer: DeskOrderAnswer | undefined }) {
  if (order.completed_at === null || order.status === 'refunded') return null
  const typed = answer?.typed ?? NOTHING
  return (
    <section className="desk-part" aria-labelledby="refund">
      <h2 id="refund">Refund</h2>
      {answer?.failure ? (
        <p className="alert bad" role="alert">
          {answer.failure}
        </p>
      ) : null}
      {answer?.preview ? <Confirm answer={answer} typed={typed} /> : <Wish order={order} typed={typed} />}
    </section>
  )
}

function Wish({ order, typed }: { order: Order; typed: RefundTyped }) {
  const lines = order.lines.flatMap((line, position) =>
    line.amount > 0 && line.kind !== 'tax' ? { ...line, position } : [],
  )
  return (
    <form method="post" action="#refund" className="form" noValidate>
      <fieldset className="desk-choice">
        <legend className="flabel">How much</legend>
        <Way how="all" typed={typed} label="Everything that is left" />
        <Way how="lines" typed={typed} label="These lines" />
        <ul>
          {lines.map(({ label, amount, position }) => (
            <li key={position}>
              <label>
                <input
                  type="checkbox"
                  name="line"
                  value={position}
                  defaultChecked={typed.lines.includes(position)}
                />{' '}
                {label}, {formatDollars(amount)}
              </label>
            </li>
          ))}
        </ul>
        <Way how="amount" typed={typed} label="An amount" />
      </fieldset>
      <Field
        id="amount"
        name="amount"
        label="Amount in dollars"
        defaultValue={typed.amount}
        inputMode="decimal"
      />
      <Field
        id="reason"
        name="reason"
        label="Reason"
        need="required"
        hint="For the books; the customer does not read it."
        defaultValue={typed.reason}
        maxLength={500}
      />
      <button type="submit" className="btn second small" name="intent" value="preview">
        See what would come back
      </button>
    </form>
  )
}

function Way({ how, typed, label }: { how: RefundTyped['how']; typed: RefundTyped; label: string }) {
  return (
    <p>
      <label>
        <input type="radio" name="how" value={how} defaultChecked={typed.how === how} /> {label}
      </label>
    </p>
  )
}

function Confirm({ answer, typed }: { answer: DeskOrderAnswer; typed: RefundTyped }) {
  const { preview, key } = answer
  if (!preview) return null
  return (
    <form method="post" action="#refund" className="form card">
      <ComesBack {...preview} />
      <input type="hidden" name="how" value={typed.how} />
      <input type="hidden" name="amount" value={typed.amount} />
      {typed.lines.map((line) => (
        <input key={line} type="hidden" name="line" value={line} />
      ))}
      <input type="hidden" name="reason" value={typed.reason} />
      <input type="hidden" name="key" value={key} />
      <input type="hidden" name="seen" value={JSON.stringify(preview)} />
      <p className="muted">Reason: {typed.reason}</p>
      {answer.failure ? (
        <p className="muted">Press again: it is the same refund, and is given once.</p>
      ) : null}
      <div className="btn-row">
        <button type="submit" className="btn small" name="intent" value="refund">
          Refund {formatDollars(preview.amount)}
        </button>
        <a className="btn second small" href={`/staff/orders/${String(preview.order_id)}`}>
          Leave it
        </a>
      </div>
    </form>
  )
}
