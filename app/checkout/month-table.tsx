import { Link } from '@remix-run/react'
import { type AvailabilityMonth } from '#contract/availability.ts'
import { useServiceWords } from '../components/service-words.ts'
import { formatMonth, splitMonthName } from './local-time.ts'
import { useMonthKeys } from './use-month-keys.ts'
import { dayName, monthGrid, type MonthDay, wholeDollarsUp } from './month-grid.ts'

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

export interface MonthTableProps {
  month: AvailabilityMonth
  chosen: string
  dateHref: (date: string) => string
  monthHref: (month: string) => string
  /** Another month is on its way. */
  pending: boolean
}

/** A month of departures as a table of links: the day, its lowest price with all fees, full days struck. */
export function MonthTable({ month, chosen, dateHref, monthHref, pending }: MonthTableProps) {
  const { grid, tabIndexOf } = useMonthKeys(month, chosen)
  const { dayPrice } = useServiceWords()
  return (
    <>
      <div className="cal-head">
        <h3 id="calendar" tabIndex={-1}>
          {formatMonth(month.month)}
        </h3>
        <div className="cal-nav">
          <MonthLink month={month.previous_month} word="Previous" turnsBy="PageUp" href={monthHref} />
          <MonthLink month={month.next_month} word="Next" turnsBy="PageDown" href={monthHref} />
        </div>
      </div>
      <table className="cal" aria-busy={pending} {...grid}>
        <caption className="vh">
          Departures in {formatMonth(month.month)}. {dayPrice}
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
                  {day ? (
                    <DayCell
                      day={day}
                      chosen={day.date === chosen}
                      href={dateHref(day.date)}
                      tabIndex={tabIndexOf(day.date)}
                    />
                  ) : null}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="legend">
        <span>{dayPrice}.</span>
        {month.days.some((day) => day.best_price) ? (
          <span className="legend-low">Green and bold: best price</span>
        ) : null}
      </p>
    </>
  )
}

function MonthLink(props: {
  month: string | null
  word: string
  turnsBy: 'PageUp' | 'PageDown'
  href: (month: string) => string
}) {
  if (!props.month) return null
  const [short, rest] = splitMonthName(props.month)
  return (
    <Link to={props.href(props.month)} data-turn={props.turnsBy} discover="none">
      <span className="vh">{props.word} month, </span>
      {short}
      <span className="vh">
        {rest} {props.month.slice(0, 4)}
      </span>
    </Link>
  )
}

function DayCell(props: { day: MonthDay; chosen: boolean; href: string; tabIndex: number | undefined }) {
  const { day, chosen, href, tabIndex } = props
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
      tabIndex={tabIndex}
      data-date={day.date}
      discover="none"
    >
      <b>{number}</b>
      {full ? <small>Full</small> : null}
      {full || day.from_price_total === null ? null : (
        <small className={day.best_price ? 'low' : undefined}>{wholeDollarsUp(day.from_price_total)}</small>
      )}
    </Link>
  )
}
