import { withType } from '#contract/passenger-type-words.ts'
import { formatDollars } from '../format/format-dollars.ts'
import { formatDay, formatTime, splitTime } from '../format/local-time.ts'
import { formatNightZone } from '../format/night-zone.ts'
import { MonthTable } from '../catalogue/month-table.tsx'
import { TagChips } from '../catalogue/tag-chips.tsx'
import { FieldError, idList } from '../ui/field.tsx'
import { PickCard } from '../ui/pick-card.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { missingChoices, listReschedulingParty, rescheduleSearch } from './reschedule-choice.ts'
import { type RescheduleDeparture, type ReschedulePageData } from './reschedule-page-data.ts'

/** Passengers, day and time of a reschedule: one GET form, which changes nothing. */
export function RescheduleForm({ page }: { page: ReschedulePageData }) {
  const { path, choice, month, day } = page
  return (
    <form id="where" className="mt6" method="get" action={`${path}#to-pay`} noValidate>
      <Party page={page} />
      <section className="group" aria-labelledby="choose-day">
        <h2 id="choose-day" className="vh">
          Choose a day
        </h2>
        {month && day ? (
          <MonthTable
            month={month}
            chosen={day.date}
            dateHref={(date) =>
              `${path}${rescheduleSearch(choice, {
                date,
                month: undefined,
                departureId: undefined,
              })}#departures`
            }
            monthHref={(next) => `${path}${rescheduleSearch(choice, { month: next })}#calendar`}
            pending={false}
            instead="What another flight costs more for your party stands beside each time."
          />
        ) : null}
        {day ? <input type="hidden" name="date" value={day.date} /> : null}
        {choice.useCredit ? <input type="hidden" name="credit" value="1" /> : null}
      </section>
      <Departures page={page} />
      <SubmitButton intent="price" className="second">
        See the price
      </SubmitButton>
    </form>
  )
}

/** Only if a part of the party could stay on the flight. */
function Party({ page: { open, choice } }: { page: ReschedulePageData }) {
  if (open.quantity_type === 'flight' || open.party < 2) return null
  const party = listReschedulingParty(open, choice)
  const missing = missingChoices(open, choice)['who']
  return (
    <section className="group">
      <fieldset aria-describedby={missing && 'who-error'}>
        <legend>Who moves?</legend>
        <p className="hint intro">Everybody who is not ticked stays on the flight they have.</p>
        <FieldError id="who" error={missing} />
        <input type="hidden" name="chosen" value="1" />
        <div className="picks" id="who">
          {open.passengers.map(({ id, full_name: name, passenger_type: type }, index) => (
            <PickCard
              key={id}
              id={`who-${String(id)}`}
              type="checkbox"
              name="who"
              value={id}
              title={withType(name || `Passenger ${String(index + 1)}`, type)}
              defaultChecked={party.includes(id)}
            />
          ))}
        </div>
      </fieldset>
    </section>
  )
}

function Departures({ page: { open, day, departures, flight, choice } }: { page: ReschedulePageData }) {
  if (!day) return null
  const missing = missingChoices(open, choice)['departure']
  const here = departures.filter(({ departure }) => departure.depart_at !== flight.depart_at)
  return (
    <section className="group" id="departures">
      <fieldset aria-describedby={idList(missing && 'departure-error', 'departures-note')}>
        <legend tabIndex={-1}>{formatDay(day.date)}</legend>
        <p className="hint intro" id="departures-note">
          Local time at {flight.terminal_name} ({day.timezone_label}).
          {day.sunset_time ? ` Sunset is at ${formatTime(day.sunset_time)}.` : null}
        </p>
        <FieldError id="departure" error={missing} />
        {here.length === 0 ? (
          <div className="empty">
            <h3>No other flight on this day</h3>
            <p>Please choose another day above.</p>
          </div>
        ) : (
          <div className="picks" id="departure">
            {here.map((one) =>
              one.difference === undefined ? (
                <FlightUnavailable key={one.departure.departure_id} one={one} />
              ) : (
                <Pick
                  key={one.departure.departure_id}
                  one={one}
                  checked={one.departure.departure_id === choice.departureId}
                />
              ),
            )}
          </div>
        )}
      </fieldset>
    </section>
  )
}

function Time({ id, departure }: { id: string; departure: RescheduleDeparture['departure'] }) {
  const { clock, half } = splitTime(departure.local_time)
  return (
    <time className="t" id={id} dateTime={departure.depart_at}>
      {clock}
      <small>
        {' '}
        {half}
        {formatNightZone(departure.depart_at, departure.timezone)}
      </small>
    </time>
  )
}

function Pick({
  one: { departure, difference = 0 },
  checked,
}: {
  one: RescheduleDeparture
  checked: boolean
}) {
  const id = `departure-${String(departure.departure_id)}`
  const left = departure.seats_left
  return (
    <label className="pick dep" htmlFor={id}>
      <input
        type="radio"
        id={id}
        name="departure"
        value={departure.departure_id}
        defaultChecked={checked}
        aria-labelledby={`${id}-time`}
        aria-describedby={`${id}-price ${id}-info`}
      />
      <Time id={`${id}-time`} departure={departure} />
      <span className="price" id={`${id}-price`}>
        {difference > 0 ? (
          <>
            {formatDollars(difference)} <small>more</small>
          </>
        ) : (
          <small>No difference</small>
        )}
      </span>
      <span className="info" id={`${id}-info`}>
        <TagChips tags={departure.tags} />
        <span className={left <= 2 ? 'seats few' : 'seats'}>
          {left} {left === 1 ? 'seat' : 'seats'} left
        </span>
      </span>
    </label>
  )
}

/** A departure that is not available shows the reason instead of a radio. */
function FlightUnavailable({ one: { departure, message } }: { one: RescheduleDeparture }) {
  const reason =
    message ??
    {
      open: 'Not open for your party',
      too_few: 'Too few seats for those who move',
      too_heavy: 'Too heavy for this departure',
      sold_out: 'Sold out',
      closed: 'Sales have closed',
    }[departure.status]
  return (
    <div className="dep-out">
      <Time id={`departure-${String(departure.departure_id)}-time`} departure={departure} />
      <span className="info">
        <TagChips tags={departure.tags} />
        <span className="seats">
          <b>{reason}</b>
        </span>
      </span>
    </div>
  )
}
