import { Fragment } from 'react'
import { type Order } from '#contract/order.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { Field } from '../../ui/field.tsx'
import { formatDateTime } from '../../format/date-time.ts'
import { type StaffOrderAnswer, type RefundFormValues } from './handle-order.server.ts'
import { RefundPreviewPart } from './refund-preview.tsx'
import { HiddenStayFields, WhoStaysHome } from './partial-cancellation.tsx'

const NOTHING: RefundFormValues = { how: 'all', amount: '', lines: [], flight: '', stays: [], reason: '' }

interface RefundFormProps {
  order: Order
  /** What came back of which line before. */
  returned: readonly { position: number; quantity: number }[]
  answer: StaffOrderAnswer | undefined
}

/** Gives back an order, an amount or some lines: seen first, then done, once. */
export function RefundForm({ order, returned, answer }: RefundFormProps) {
  if (order.completed_at === null || order.status === 'refunded') return null
  const typed = answer?.typed ?? NOTHING
  return (
    <section className="desk-part" aria-labelledby="refund">
      <h2 id="refund">Refund</h2>
      {answer?.failure ? (
        <p className="alert bad" role="alert" tabIndex={-1}>
          {answer.failure}
        </p>
      ) : null}
      {answer?.preview ? (
        <Confirm answer={answer} typed={typed} />
      ) : (
        <RefundInputs order={order} returned={returned} typed={typed} />
      )}
    </section>
  )
}

const RETURNABLE: readonly string[] = ['seat', 'flight', 'gift_card', 'upgrade']

/**
 * The lines that can come back, with how many of their units are left; fees and taxes go with them.
 */
const linesLeft = ({ order, returned }: Omit<RefundFormProps, 'answer'>) =>
  order.lines.flatMap((line, position) => {
    const back = returned.reduce((sum, one) => sum + (one.position === position ? one.quantity : 0), 0)
    const left = line.quantity - back
    return left > 0 && RETURNABLE.includes(line.kind) ? { ...line, position, left } : []
  })

function RefundInputs({
  order,
  returned,
  typed,
}: Omit<RefundFormProps, 'answer'> & { typed: RefundFormValues }) {
  const lines = linesLeft({ order, returned })
  return (
    <form method="post" action="#refund" className="form" noValidate>
      <fieldset className="desk-choice">
        <legend className="flabel">How much</legend>
        <RefundDestination how="all" typed={typed} label="Everything that is left" />
        <RefundDestination how="lines" typed={typed} label="These lines" />
        <ul>
          {lines.map((line) => (
            <li key={line.position} className="desk-inline">
              <label>
                <input
                  type="checkbox"
                  name="line"
                  value={line.position}
                  defaultChecked={typed.lines.some(({ position }) => position === line.position)}
                />{' '}
                {line.label}, {formatDollars(line.amount)}
              </label>
              <Units line={line} typed={typed} />
            </li>
          ))}
        </ul>
        {order.flights.length < 2 ? null : (
          <div className="field">
            <label className="flabel" htmlFor="refund-flight">
              Seats among them come back on
            </label>
            <select className="input" id="refund-flight" name="flight" defaultValue={typed.flight}>
              <option value="">Please choose</option>
              {order.flights.map(({ flight_id: id, product_name: name, depart_at: at, timezone }) => (
                <option key={id} value={id}>
                  {name}, {formatDateTime(at, timezone)}
                </option>
              ))}
            </select>
          </div>
        )}
        <RefundDestination how="amount" typed={typed} label="An amount" />
      </fieldset>
      <WhoStaysHome
        passengers={order.passengers}
        chosen={typed.stays}
        hint={
          'When only some of the seats come back, tick one passenger for each of them. Otherwise ' +
          'tick nobody.'
        }
      />
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

/** How many of a line's units; a line of one asks nothing. */
function Units({ line, typed }: { line: ReturnType<typeof linesLeft>[number]; typed: RefundFormValues }) {
  if (line.left < 2) return null
  const chosen = typed.lines.find(({ position }) => position === line.position)?.quantity
  return (
    <select
      className="input"
      name={`quantity-${String(line.position)}`}
      aria-label={`How many of ${line.label}`}
      defaultValue={chosen ?? ''}
    >
      <option value="">{`all ${String(line.left)} ${line.left < line.quantity ? 'left' : 'of them'}`}</option>
      {Array.from({ length: line.left - 1 }, (_, index) => (
        <option key={index} value={index + 1}>
          {index + 1} of {line.left}
        </option>
      ))}
    </select>
  )
}

function RefundDestination({
  how,
  typed,
  label,
}: {
  how: RefundFormValues['how']
  typed: RefundFormValues
  label: string
}) {
  return (
    <p>
      <label>
        <input type="radio" name="how" value={how} defaultChecked={typed.how === how} /> {label}
      </label>
    </p>
  )
}

function Confirm({ answer, typed }: { answer: StaffOrderAnswer; typed: RefundFormValues }) {
  const { preview, key } = answer
  if (!preview) return null
  return (
    <form method="post" action="#refund" className="form card">
      <RefundPreviewPart
        {...preview}
        home={preview.passengers.map(({ full_name: name }) => name || 'Somebody without a name')}
      />
      <HiddenStayFields chosen={typed.stays} />
      <input type="hidden" name="how" value={typed.how} />
      <input type="hidden" name="amount" value={typed.amount} />
      {typed.lines.map(({ position, quantity }) => (
        <Fragment key={position}>
          <input type="hidden" name="line" value={position} />
          <input type="hidden" name={`quantity-${String(position)}`} value={quantity ?? ''} />
        </Fragment>
      ))}
      <input type="hidden" name="flight" value={typed.flight} />
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
