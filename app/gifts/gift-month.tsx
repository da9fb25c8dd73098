import { type AvailabilityMonth } from '#contract/availability.ts'
import { formatMonth } from '../format/local-time.ts'
import { ClosedDay, isClosed, MonthFrame } from '../catalogue/month-frame.tsx'
import { dayName, type MonthDay, wholeDollarsUp } from '../catalogue/month-grid.ts'

interface GiftMonthProps {
  month: AvailabilityMonth
  /** The chosen day; empty if there is none yet. */
  chosen: string
  /** The address that the form of the buttons is submitted to. */
  action: string
}

/**
 * A month of departures as a table of submit buttons, so that choosing a day keeps what was typed
 * into the form, with and without a script.
 */
export function GiftMonth({ month, chosen, action }: GiftMonthProps) {
  const turn = { formAction: `${action}#calendar` }
  return (
    <div className="gift-month">
      <div className="cal-head">
        <h2 id="calendar" tabIndex={-1}>
          {formatMonth(month.month)}
        </h2>
        <div className="cal-nav">
          <MonthButton month={month.previous_month} word="Previous" to="PageUp" {...turn} />
          <MonthButton month={month.next_month} word="Next" to="PageDown" {...turn} />
        </div>
      </div>
      <MonthFrame
        month={month}
        caption={`Departures in ${formatMonth(month.month)}`}
        cell={(day) => <Day day={day} chosen={day.date === chosen} formAction={`${action}#departures`} />}
      />
      <p className="legend">
        What it would cost without your gift, which pays it on the departures it is good for.
      </p>
    </div>
  )
}

function MonthButton(props: {
  month: string | null
  word: string
  to: 'PageUp' | 'PageDown'
  formAction: string
}) {
  const { month, word, to, formAction } = props
  if (!month) return null
  return (
    <button type="submit" name="month" value={month} data-turn={to} formAction={formAction}>
      <span className="vh">{word} month, </span>
      {formatMonth(month)}
    </button>
  )
}

function Day({ day, chosen, formAction }: { day: MonthDay; chosen: boolean; formAction: string }) {
  const number = Number(day.date.slice(8))
  if (isClosed(day)) return <ClosedDay day={day} />
  if (day.status === 'full') {
    return (
      <span className="full">
        <b>{number}</b>
        <small>Full</small>
      </span>
    )
  }
  return (
    <button
      type="submit"
      name="day"
      value={day.date}
      aria-pressed={chosen}
      aria-label={dayName(day).replace(', best price of the month', '')}
      formAction={formAction}
    >
      <b>{number}</b>
      {day.from_price_total === null ? null : <small>{wholeDollarsUp(day.from_price_total)}</small>}
    </button>
  )
}
