import { Link } from '@remix-run/react'
import { type AvailabilityMonth } from '#contract/availability.ts'
import { formatMonth, splitMonthName } from './local-time.ts'
import { dayName, monthGrid, type MonthDay, wholeDollarsUp } from './month-grid.ts'

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

export interface MonthTableProps {
  month: AvailabilityMonth
  chosen: string
  dateHref: (date: string) => string
  monthHref: (month: string) => string
}

/** A month of departures as a table of links: the day, its lowest price with all fees, full days struck. */
export function MonthTable({ month, chosen, dateHref, monthHref }: MonthTableProps) {
  return (
    <>
      <div className="cal-head">
        <h3 id="calendar">{formatMonth(month.month)}</h3>
        <div className="cal-nav">
          <MonthLink month={month.previous_month} word="Previous" href={monthHref} />
          <MonthLink month={month.next_month} word="Next" href={monthHref} />
        </div>
      </div>
      <table className="cal">
        <caption className="vh">
          Departures in {formatMonth(month.month)}, lowest price of the day with all fees
        </caption>
        <thead>
          <tr>
            {WEEKDAYS.map((name) => (
              <th key={name} scope="col" abbr={name}>
                {name.slice(0, 3)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {monthGrid(month).map((week, index) => (
            <tr key={week.find((day) => day)?.date ?? index}>
              {week.map((day, column) => (
                <td key={day?.date ?? column}>
                  {day ? <DayCell day={day} chosen={day.date === chosen} href={dateHref(day.date)} /> : null}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="legend">
        <span>Lowest price of the day, all fees included.</span>
        <span className="legend-low">Green and bold: best price</span>
      </p>
    </>
  )
}

function MonthLink(props: { month: string | null; word: string; href: (month: string) => string }) {
  if (!props.month) return null
  const [short, rest] = splitMonthName(props.month)
  return (
    <Link to={props.href(props.month)} preventScrollReset>
      <span className="vh">{props.word} month, </span>
      {short}
      <span className="vh">
        {rest} {props.month.slice(0, 4)}
      </span>
    </Link>
  )
}

function DayCell({ day, chosen, href }: { day: MonthDay; chosen: boolean; href: string }) {
  const number = Number(day.date.slice(8))
  if (day.status === 'none' || day.status === 'past') {
    return (
      <span>
        <b>{number}</b>
        <small className="vh">{day.status === 'past' ? 'sales have closed' : 'no flights'}</small>
      </span>
    )
  }
  const full = day.status === 'full'
  return (
    <Link
      to={href}
      className={full ? 'full' : undefined}
      aria-current={chosen ? 'date' : undefined}
      aria-label={dayName(day)}
      preventScrollReset
    >
      <b>{number}</b>
      {full ? <small>Full</small> : null}
      {full || day.from_price_total === null ? null : (
        <small className={day.best_price ? 'low' : undefined}>{wholeDollarsUp(day.from_price_total)}</small>
      )}
    </Link>
  )
}
