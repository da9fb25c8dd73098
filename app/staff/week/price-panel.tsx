import { type StaffWeek } from '#contract/staff-week.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { formatDay, formatTime, toLocalDate, toLocalTime } from '../../format/local-time.ts'
import { ChoiceField, TextField } from '../../ui/form/fields.tsx'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { plainForm } from '../../ui/form/use-shop-form.ts'
import { AskButton } from '../parts/ask-button.tsx'
import { type WeekConflict } from './handle-week-press.server.ts'
import { PRICE_SHAPE } from './week-forms.ts'
import { dateTitle, dayText, type FoundDate, keptSeats, STATE_WORDS } from './week-words.ts'
import { weekHref, type WeekView, writePlace } from './week-view.ts'

interface PanelProps {
  week: StaffWeek
  view: WeekView
  found: FoundDate
  answer: FormAnswer | undefined
  conflict: WeekConflict | undefined
  askable: boolean
}

const DONE_STATES = ['flown', 'past', 'cancelled']

/** Staff sell until departure. */
const SELLABLE = ['open', 'ended']

/** A sale that begins with this departure. */
function saleHref({ date, product }: FoundDate): string {
  const departure = `${String(date.departure_id)} ${date.depart_at}`
  const sale = { product: String(product.id), date: date.date, departure, kind: product.quantity_type }
  return `/staff/sell?${new URLSearchParams(sale).toString()}`
}

/** One departure: its price in one field, and closing it. */
export function PricePanel({ week, view, found, answer, conflict, askable }: PanelProps) {
  const { date } = found
  return (
    <section id="departure" className="card week-price" aria-labelledby="departure-title">
      <div className="desk-head">
        <h2 id="departure-title">{dateTitle(found)}</h2>
        <a href={weekHref(view, { place: null })}>
          Close<span className="vh"> this panel</span>
        </a>
      </div>
      {SELLABLE.includes(date.state) ? (
        <p>
          <a className="btn second" href={saleHref(found)}>
            {found.product.quantity_type === 'seat' ? 'Sell seats' : 'Sell the aircraft'}
          </a>
        </p>
      ) : null}
      {DONE_STATES.includes(date.state) ? (
        <p className="muted">
          This departure is {STATE_WORDS[date.state]?.toLowerCase()}. Its price and its sale do not change any
          more.
        </p>
      ) : (
        <PriceForm {...{ week, view, found, answer, conflict, askable }} />
      )}
    </section>
  )
}

function PriceForm({ week, view, found, answer, conflict, askable }: PanelProps) {
  const { date, product } = found
  const form = plainForm(PRICE_SHAPE, answer, { price: date.price.toFixed(2), scope: 'date' })
  const unit = product.quantity_type === 'seat' ? 'a seat' : 'the aircraft'
  const place = writePlace({ departureId: date.departure_id, date: date.date })
  return (
    <form method="post" action={weekHref(view)} {...form.props} className="week-price-form">
      <input type="hidden" name="at" value={place} />
      <input type="hidden" name="version" value={conflict?.version ?? date.version} />
      <input type="hidden" name="date_was" value={date.date_price ?? ''} />
      <input type="hidden" name="rule_was" value={date.rule_price ?? ''} />
      <input type="hidden" name="price_was" value={date.price} />
      <TextField
        field={form.fields.price}
        label={`Price of ${unit} before fees, dollars`}
        inputMode="decimal"
        autoComplete="off"
      />
      <ChoiceField field={form.fields.scope} label="For">
        <option value="date">This departure only</option>
        <option value="rule">{ruleText(found)}</option>
      </ChoiceField>
      <div className="btn-row">
        <button type="submit" className="btn">
          Change price
        </button>
        {askable ? <AskButton intent="ask" /> : null}
        <PanelPress found={found} place={place} />
      </div>
      <p className="sm muted">{describePrice(week, found)}</p>
    </form>
  )
}

function PanelPress({ found: { date }, place }: { found: FoundDate; place: string }) {
  if (date.state === 'day_closed') return null
  const isClosed = date.state === 'closed'
  return (
    <button
      type="submit"
      className="btn second"
      name={isClosed ? 'open' : 'close'}
      value={`${place} ${date.version}`}
    >
      {isClosed ? 'Open' : 'Close'} this departure
    </button>
  )
}

/** `Every Sunday 3:00 pm until 28 March` */
function ruleText({ row, date }: FoundDate): string {
  const [weekday = ''] = formatDay(date.date).split(' ')
  const time = row.time === null ? 'at this time from sunset' : formatTime(row.time)
  const until = date.rule_until === null ? '' : ` until ${dayText(date.rule_until).replace(/^\w+ /, '')}`
  return `Every ${weekday} ${time}${until}`
}

/** What shoppers pay, what sold and held seats keep, and which days keep a price of their own. */
function describePrice(week: StaffWeek, { date, product }: FoundDate): string {
  const unit = product.quantity_type === 'seat' ? 'a seat' : 'the aircraft'
  const { seats_held: held, held_until: until, date_price: own, parties, seats_sold: sold } = date
  return [
    `Shoppers pay ${formatDollars(date.price_total)} for ${unit} with all fees and taxes.`,
    own === null
      ? 'Days with a price of their own keep it.'
      : 'This day has a price of its own; the other days keep theirs.',
    sold === 0 ? '' : `Sold seats keep their price.${keptSeats(parties, sold)}`,
    held === 0 || until === null ? '' : describeHeld(held, untilText(until, week)),
  ]
    .filter(Boolean)
    .join(' ')
}

const describeHeld = (held: number, until: string): string =>
  held === 1
    ? `One seat is held now and keeps its price until ${until}.`
    : `${String(held)} seats are held now and keep their price until ${until}.`

function untilText(until: string, { terminal: { timezone }, today }: StaffWeek): string {
  const date = toLocalDate(until, timezone)
  const clock = formatTime(toLocalTime(until, timezone))
  return date === today ? clock : `${dayText(date)} ${clock}`
}
