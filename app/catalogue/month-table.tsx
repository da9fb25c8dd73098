import { Link } from '@remix-run/react'
import { type AvailabilityMonth } from '#contract/availability.ts'
import { useServiceTexts } from '../visit/service-texts.ts'
import { formatMonth, splitMonthName } from '../format/local-time.ts'
import { useMonthKeys } from './use-month-keys.ts'
import { ClosedDay, isClosed, MonthFrame } from './month-frame.tsx'
import { dayName, type MonthDay, wholeDollarsUp } from './month-grid.ts'

export interface MonthTableProps {
  month: AvailabilityMonth
  chosen: string
  dateHref: (date: string) => string
  monthHref: (month: string) => string
  /** Another month is being loaded. */
  pending: boolean
  /**
   * The text about prices where the days show none: a rescheduled flight is paid already, so the
   * price of a purchase does not apply.
   */
  instead?: string
  /**
   * Days with a departure that the gift card being redeemed pays for; undefined if none is
   * redeemed.
   */
  paid?: readonly string[] | undefined
}

/**
 * A month of departures as a table of links: the day and its lowest all-in price; sold-out days are
 * struck through.
 */
export function MonthTable({ month, chosen, dateHref, monthHref, pending, instead, paid }: MonthTableProps) {
  const { grid, tabIndexOf } = useMonthKeys(month, chosen)
  const { dayPrice } = useServiceTexts()
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
      <MonthFrame
        month={month}
        caption={
          <>
            Departures in {formatMonth(month.month)}. {instead ?? dayPrice}
          </>
        }
        grid={{ 'aria-busy': pending, ...grid }}
        cell={(day) => (
          <DayCell
            day={day}
            chosen={day.date === chosen}
            paid={paid?.includes(day.date)}
            href={dateHref(day.date)}
            tabIndex={tabIndexOf(day.date)}
          />
        )}
      />
      <p className="legend">
        <span>{instead ?? `${dayPrice}.`}</span>
        {month.days.some((day) => day.best_price) ? (
          <span className="legend-low">Green and bold: best price</span>
        ) : null}
        {paid ? <span className="gift-mark">Gift: your gift card pays</span> : null}
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

function DayCell(props: {
  day: MonthDay
  chosen: boolean
  paid: boolean | undefined
  href: string
  tabIndex: number | undefined
}) {
  const { day, chosen, paid, href, tabIndex } = props
  const number = Number(day.date.slice(8))
  if (isClosed(day)) return <ClosedDay day={day} />
  const full = day.status === 'full'
  return (
    <Link
      to={href}
      className={full ? 'full' : undefined}
      aria-current={chosen ? 'date' : undefined}
      aria-label={paid ? `${dayName(day)}, paid by your gift card` : dayName(day)}
      tabIndex={tabIndex}
      data-date={day.date}
      discover="none"
    >
      <b>{number}</b>
      {full ? <small>Full</small> : null}
      {paid ? <small className="gift-mark">Gift</small> : null}
      {full || day.from_price_total === null ? null : (
        <small className={day.best_price ? 'low' : undefined}>{wholeDollarsUp(day.from_price_total)}</small>
      )}
    </Link>
  )
}
