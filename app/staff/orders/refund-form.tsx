import { type Order } from '#contract/order.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { FieldError } from '../../ui/field.tsx'
import { FormErrors, optionProps, selectProps, TextField } from '../../ui/form/fields.tsx'
import { type ShopField, type PlainForm, plainForm } from '../../ui/form/use-shop-form.ts'
import { formatDateTime } from '../../format/date-time.ts'
import { READ_FIRST, SentFields } from '../parts/sent-fields.tsx'
import { AskButton } from '../parts/ask-button.tsx'
import { ActionPanel } from '../parts/action-panel.tsx'
import { type StaffOrderAnswer } from './handle-order.server.ts'
import { quantityName, type RefundField, refundShape } from './order-forms.ts'
import { RefundPreviewPart } from './refund-preview.tsx'
import { WhoStaysHome } from './partial-cancellation.tsx'

interface RefundFormProps {
  order: Order
  /** The quantity of each line that was refunded before. */
  returned: readonly { position: number; quantity: number }[]
  answer: StaffOrderAnswer | undefined
  /** No act of the page was answered, so that it may be the open one. */
  first: boolean
}

/** Refunds an order, an amount or some lines: first a preview, then the refund. */
export function RefundForm({ order, returned, answer, first }: RefundFormProps) {
  const lines = linesLeft({ order, returned })
  const shape = refundShape(lines.map(({ position }) => position))
  const seats = findSeatLine(order, lines)
  const form = plainForm(shape, answer?.refusal, { how: seats ? 'seats' : 'all' })
  const isPaid = order.completed_at !== null || order.amount_paid > 0
  if (!isPaid || order.status === 'refunded') return null
  return (
    <ActionPanel id="refund" title="Refund" letter="r" open={first || answer !== undefined}>
      <FormErrors form={form} />
      {answer?.preview ? (
        <Confirm answer={answer} order={order} />
      ) : (
        <RefundInputs {...{ order, lines, seats, form }} askable={answer?.askable === true} />
      )}
    </ActionPanel>
  )
}

const RETURNABLE: readonly string[] = ['seat', 'flight', 'gift_card', 'upgrade']

/**
 * The lines that can still be refunded, with the units that are left; fees and taxes follow them.
 */
const linesLeft = ({ order, returned }: Pick<RefundFormProps, 'order' | 'returned'>) =>
  order.lines.flatMap((line, position) => {
    const back = returned.reduce((sum, one) => sum + (one.position === position ? one.quantity : 0), 0)
    const left = line.quantity - back
    return left > 0 && RETURNABLE.includes(line.kind) ? { ...line, position, left } : []
  })

type LineLeft = ReturnType<typeof linesLeft>[number]

/**
 * The line whose seats come back by naming who stays home; undefined where nobody is left to fly,
 * or where several flights have seats.
 */
function findSeatLine(order: Order, lines: readonly LineLeft[]): LineLeft | undefined {
  const [line, other] = lines.filter(({ kind }) => kind === 'seat')
  return order.passengers.length < 2 || other ? undefined : line
}

interface RefundInputsProps {
  order: Order
  lines: readonly LineLeft[]
  seats: LineLeft | undefined
  form: PlainForm<RefundField>
  askable: boolean
}

function RefundInputs({ order, lines, seats, form, askable }: RefundInputsProps) {
  const { how, line: chosen, flight, stays, amount, reason } = form.fields
  return (
    <form method="post" action={`/staff/orders/${String(order.id)}`} className="form" {...form.props}>
      <WhoStaysHome
        passengers={order.passengers}
        field={stays}
        hint={
          seats
            ? 'Tick whose seats come back.'
            : 'When only some of the seats come back, tick one passenger for each of them.'
        }
      />
      <fieldset className="desk-choice" id={how.id}>
        <legend className="flabel">{how.label}</legend>
        <FieldError id={how.id} error={how.error ?? chosen.error} />
        {seats ? (
          <>
            <input type="hidden" name="seat_line" value={seats.position} />
            <RefundDestination field={how} at={3} how="seats" label="The seats of those who stay home" />
          </>
        ) : null}
        <RefundDestination field={how} at={0} how="all" label="Everything that is left" />
        <RefundDestination field={how} at={1} how="lines" label="These lines" />
        <ul>
          {lines.map((line, at) => (
            <li key={line.position} className="desk-inline">
              <label>
                <input {...optionProps(chosen, 'checkbox', String(line.position), at)} /> {line.label},{' '}
                {formatDollars(line.amount)}
              </label>
              <Units line={line} field={form.fields[quantityName(line.position)]} />
            </li>
          ))}
        </ul>
        {order.flights.length < 2 ? null : (
          <div className="field">
            <label className="flabel" htmlFor={flight.id}>
              {flight.label}
            </label>
            <FieldError id={flight.id} error={flight.error} />
            <select className="input" {...selectProps(flight)}>
              <option value="">Please choose</option>
              {order.flights.map(({ flight_id: id, product_name: name, depart_at: at, timezone }) => (
                <option key={id} value={id}>
                  {name}, {formatDateTime(at, timezone)}
                </option>
              ))}
            </select>
          </div>
        )}
        <RefundDestination field={how} at={2} how="amount" label="An amount" />
      </fieldset>
      <TextField field={amount} inputMode="decimal" />
      <TextField
        field={reason}
        need="required"
        hint="For the books; the customer does not read it."
        maxLength={500}
      />
      <button type="submit" className="btn second small" name="intent" value="preview">
        See what would come back
      </button>
      {askable ? <AskButton intent="ask_refund" /> : null}
    </form>
  )
}

interface UnitsProps {
  line: LineLeft
  field: ShopField | undefined
}

/** The quantity of a line to refund; a line with one unit needs no field. */
function Units({ line, field }: UnitsProps) {
  if (line.left < 2 || !field) return null
  return (
    <>
      <FieldError id={field.id} error={field.error} />
      <select className="input" {...selectProps(field)} aria-label={`How many of ${line.label}`}>
        <option value="">
          {`all ${String(line.left)} ${line.left < line.quantity ? 'left' : 'of them'}`}
        </option>
        {Array.from({ length: line.left - 1 }, (_, index) => (
          <option key={index} value={index + 1}>
            {index + 1} of {line.left}
          </option>
        ))}
      </select>
    </>
  )
}

interface RefundDestinationProps {
  field: ShopField
  at: number
  how: 'seats' | 'all' | 'lines' | 'amount'
  label: string
}

const RefundDestination = ({ field, at, how, label }: RefundDestinationProps) => (
  <p>
    <label>
      <input {...optionProps(field, 'radio', how, at)} /> {label}
    </label>
  </p>
)

function Confirm({ answer, order: { flights, lines } }: { answer: StaffOrderAnswer; order: Order }) {
  const { preview, sent = [], key, refusal } = answer
  if (!preview) return null
  const reason = sent.find(([name]) => name === 'reason')?.[1]
  const { order_id: order } = preview
  return (
    <form method="post" action={`/staff/orders/${String(order)}`} className="form card" {...READ_FIRST}>
      <RefundPreviewPart
        {...preview}
        sold={lines}
        flies={flights.length > 0}
        home={preview.passengers.map(({ full_name: name }) => name || 'Somebody without a name')}
      />
      <SentFields fields={sent} />
      <input type="hidden" name="key" value={key} />
      <input type="hidden" name="seen" value={JSON.stringify(preview)} />
      <p className="muted">Reason: {reason}</p>
      {refusal ? <p className="muted">Press again: it is the same refund, and is given once.</p> : null}
      <div className="btn-row">
        <button type="submit" className="btn small" name="intent" value="refund">
          Refund {formatDollars(preview.amount)}
        </button>
        <a className="btn second small" href={`/staff/orders/${String(order)}`}>
          Leave it
        </a>
      </div>
    </form>
  )
}
