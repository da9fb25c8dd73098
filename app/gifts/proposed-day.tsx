import { type AvailabilityMonth, type AvailableDeparture } from '#contract/availability.ts'
import { formatDayAndYear, formatTime } from '../format/local-time.ts'
import { FieldError } from '../ui/field.tsx'
import { GiftMonth } from './gift-month.tsx'

/** The departures that may be proposed with a gift. */
export interface OfferedDates {
  /** Undefined if the service does not answer. */
  month: AvailabilityMonth | undefined
  /** The chosen day; empty if there is none yet. */
  date: string
  departures: Pick<
    AvailableDeparture,
    'departure_id' | 'depart_at' | 'local_time' | 'timezone_label' | 'seats_left'
  >[]
  /** `departure@instant`, as submitted by the form. */
  chosen: string
  error: string | undefined
  /** The request only asked for another month or day. */
  looking: boolean
}

/**
 * The proposal of a departure whose seats are held for a while: first a day, then one of its
 * departures.
 */
export function ProposedDay({ dates, action }: { dates: OfferedDates; action: string }) {
  const { month, date, error, looking } = dates
  return (
    <details className="disc" open={looking || date !== '' || error !== undefined}>
      <summary>Propose a day</summary>
      <div className="form">
        <p className="muted">
          We keep the seats for three days at most. They can take them with one tap, or choose any other day.
        </p>
        <div id="proposal" tabIndex={-1}>
          <FieldError id="proposal" error={error} />
          {month ? (
            <GiftMonth month={month} chosen={date} action={action} />
          ) : (
            <p className="alert warn">The calendar cannot be shown just now. Please try again.</p>
          )}
        </div>
        {date === '' ? null : <Departures dates={dates} />}
      </div>
    </details>
  )
}

function Departures({ dates: { date, departures, chosen } }: { dates: OfferedDates }) {
  return (
    <fieldset id="departures">
      <legend className="flabel" tabIndex={-1}>
        {formatDayAndYear(date)}
      </legend>
      <input type="hidden" name="proposal_date" value={date} />
      {departures.length === 0 ? <p className="muted">Nothing your gift pays is free on that day.</p> : null}
      {departures.map(
        ({ departure_id: id, depart_at: at, local_time: time, timezone_label: zone, seats_left: left }) => {
          const value = `${String(id)}@${at}`
          return (
            <div className="check" key={value}>
              <input
                type="radio"
                id={`dep-${String(id)}`}
                name="proposal"
                value={value}
                defaultChecked={value === chosen}
                aria-describedby={`left-${String(id)}`}
              />
              <label htmlFor={`dep-${String(id)}`}>
                {formatTime(time)} {zone}
              </label>{' '}
              <span className="subtle sm" id={`left-${String(id)}`}>
                {left} {left === 1 ? 'seat' : 'seats'} left
              </span>
            </div>
          )
        },
      )}
      {departures.length === 0 ? null : (
        <div className="check">
          <input type="radio" id="dep-none" name="proposal" value="" defaultChecked={chosen === ''} />
          <label htmlFor="dep-none">No proposal</label>
        </div>
      )}
    </fieldset>
  )
}
