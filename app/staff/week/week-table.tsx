import { type DepartureDate, type StaffWeek } from '#contract/staff-week.ts'
import { formatTime } from '../../format/local-time.ts'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { formatCount } from '../parts/count-noun.ts'
import {
  datesOn,
  loadText,
  rowClock,
  rowText,
  shortDay,
  shortDollars,
  STATE_WORDS,
  sumLoad,
} from './week-words.ts'
import { weekHref, type WeekView, writePlace } from './week-view.ts'

interface TableProps {
  week: StaffWeek
  view: WeekView
}
type Product = StaffWeek['products'][number]
type Day = StaffWeek['days'][number]

/** A product with more times than this starts folded. */
const MOST_TIMES = 6

/** Seven days by departure; each cell says what is sold, for how much, and closes with one press. */
export function WeekTable({ week, view }: TableProps) {
  return (
    <form method="post" action={weekHref(view)}>
      <input type="hidden" name="terminal" value={week.terminal.id} />
      <ScrollRegion label="Week, scrolls sideways">
        <table className="table week">
          <caption className="vh">
            Departures by product and day: seats sold, revenue, price of a seat before fees
          </caption>
          <thead>
            <tr>
              <th scope="col">Departure</th>
              {week.days.map((day, at) => (
                <DayHead key={day.date} day={day} week={week} dates={datesOn(week, at)} />
              ))}
            </tr>
          </thead>
          {week.products.map((product) => (
            <ProductRows key={product.id} product={product} week={week} view={view} />
          ))}
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              {week.days.map((day, at) => (
                <Total key={day.date} day={day} dates={datesOn(week, at)} />
              ))}
            </tr>
          </tfoot>
        </table>
      </ScrollRegion>
    </form>
  )
}

function DayHead({ day, week, dates }: { day: Day; week: StaffWeek; dates: readonly DepartureDate[] }) {
  const { date, closed, version } = day
  const isToday = date === week.today
  const of = week.product_id === null ? '' : ` of ${week.products[0]?.name ?? ''}`
  return (
    <th scope="col" className={isToday ? 'now' : undefined}>
      {shortDay(date)}
      {isToday ? ', today' : ''}
      {date < week.today || dates.length === 0 ? null : (
        <button
          type="submit"
          className="press"
          name={closed ? 'open_day' : 'close_day'}
          value={`${date} ${version}`}
        >
          {closed ? 'Open day' : 'Close day'}
          <span className="vh">{` ${shortDay(date)}${of}`}</span>
        </button>
      )}
    </th>
  )
}

function Total({ day, dates }: { day: Day; dates: readonly DepartureDate[] }) {
  const { seats, sold, revenue } = sumLoad(dates)
  if (day.closed && sold === 0) {
    return (
      <td>
        closed<small>{day.reason}</small>
      </td>
    )
  }
  return (
    <td>
      {seats === 0 ? '–' : `${String(sold)} of ${String(seats)}`}
      <small>{seats === 0 ? '' : `${day.closed ? 'closed, ' : ''}${shortDollars(revenue)}`}</small>
    </td>
  )
}

function ProductRows({ product, week, view }: { product: Product } & TableProps) {
  const { id, name, rows } = product
  const isLong = rows.length > MOST_TIMES && week.product_id === null
  const isOpen = !isLong || view.times.includes(id)
  const times = isOpen ? view.times.filter((one) => one !== id) : [...view.times, id]
  return (
    <tbody>
      <tr className="sub">
        <th scope="rowgroup">
          {name}
          <small>
            {isLong ? (
              <a href={weekHref(view, { times })}>
                {isOpen ? 'Hide' : 'Show'} {formatCount(rows.length, 'time', 'times')}
                <span className="vh"> of {name}</span>
              </a>
            ) : product.quantity_type === 'flight' ? (
              'whole aircraft'
            ) : (
              formatCount(rows.length, 'time', 'times')
            )}
          </small>
        </th>
        {week.days.map(({ date }, at) => (
          <Summary key={date} dates={rows.map(({ dates }) => dates[at])} />
        ))}
      </tr>
      {isOpen
        ? rows.map((row) => (
            <tr key={`${rowText(row)} ${String(row.dates.find((one) => one)?.departure_id ?? 0)}`}>
              <th scope="row">
                {rowText(row)}
                <RowClock row={row} />
              </th>
              {row.dates.map((date, at) => (
                <Cell key={week.days[at]?.date} date={date} name={name} view={view} />
              ))}
            </tr>
          ))
        : null}
    </tbody>
  )
}

function RowClock({ row }: { row: Product['rows'][number] }) {
  const clock = rowClock(row)
  return clock === null ? null : <small>{clock}</small>
}

function Summary({ dates }: { dates: readonly (DepartureDate | null | undefined)[] }) {
  const { seats, sold, revenue } = sumLoad(dates)
  if (seats === 0) return <td>–</td>
  return (
    <td>
      <b>
        {sold} of {seats}
      </b>
      <small>{shortDollars(revenue)}</small>
      <meter min={0} max={seats} value={Math.min(sold, seats)} aria-hidden="true" />
    </td>
  )
}

/** Nobody closes or opens what is over or cancelled, or what the whole day has closed. */
const FIXED: readonly DepartureDate['state'][] = ['flown', 'past', 'cancelled', 'day_closed']

function Cell({ date, name, view }: { date: DepartureDate | null; name: string; view: WeekView }) {
  if (!date) return <td className="off">–</td>
  const { state, revenue, price, date_price: own } = date
  const place = { departureId: date.departure_id, date: date.date }
  const isChosen = view.place !== null && writePlace(view.place) === writePlace(place)
  const isShut = state === 'closed' || state === 'day_closed'
  const word = STATE_WORDS[state]
  const load = loadText(date)
  const about = `${name} ${shortDay(date.date)} ${formatTime(date.local_time)}`
  const kind = [isShut ? 'shut' : '', isChosen ? 'chosen' : ''].filter(Boolean).join(' ')
  return (
    <td className={kind || undefined}>
      <div>
        <a href={`${weekHref(view, { place })}#departure`} aria-current={isChosen ? 'true' : undefined}>
          <span className="vh">{about}: </span>
          {isShut ? word : <LoadText load={load ?? word ?? ''} />}
        </a>
        {FIXED.includes(state) ? (
          <span className="muted">{isShut ? load : load === null ? '' : word}</span>
        ) : (
          <button
            type="submit"
            className="press"
            name={state === 'closed' ? 'open' : 'close'}
            value={`${writePlace(place)} ${date.version}`}
          >
            {state === 'closed' ? 'Open' : 'Close'}
            <span className="vh"> {about}</span>
          </button>
        )}
      </div>
      <div className="muted">
        <span>{revenue === 0 && date.seats_sold === 0 && isShut ? '' : shortDollars(revenue)}</span>
        {own === null ? <span>{shortDollars(price)}</span> : <b>{shortDollars(price)}</b>}
      </div>
    </td>
  )
}

function LoadText({ load }: { load: string }) {
  const [sold = '', ...rest] = load.split(' of ')
  return rest.length === 0 ? (
    <b>{load}</b>
  ) : (
    <>
      <b>{sold}</b> of {rest.join(' of ')}
    </>
  )
}
