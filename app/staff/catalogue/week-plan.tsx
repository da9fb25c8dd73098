import { type DepartureWeek, type PlannedDeparture } from '#contract/departure-week.ts'
import { formatDay, formatShortDate, formatTime } from '../../format/local-time.ts'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { LivePreviewText } from '../parts/live-part.tsx'
import { WEEKDAYS } from './week-form.tsx'

const STATES: Record<PlannedDeparture['state'], string> = {
  new: 'New',
  there: 'There already',
  conflict: 'New, shares its aircraft',
  left_out: 'Left out',
}

const countOf = (count: number, one: string) => `${String(count)} ${one}${count === 1 ? '' : 's'}`

/** The number of departures, with the first and the last. */
function summaryOf({ flights, made, first_date: first, last_date: last, days_off: off }: DepartureWeek) {
  if (flights === 0 || first === null || last === null) return 'Nothing new comes of it.'
  const when =
    first === last
      ? `on ${formatDay(first)}`
      : `the first on ${formatDay(first)}, the last on ${formatDay(last)}`
  const without = off.length === 0 ? '' : ` ${countOf(off.length, 'day')} left out.`
  return `${countOf(flights, 'departure')} from ${countOf(made, 'weekly rule')}, ${when}.${without}`
}

/** Why shoppers cannot see the new departures yet; undefined if they can. */
function hiddenWords(plan: DepartureWeek): string | undefined {
  const { product } = plan
  if (product.publish_status !== 'published') return 'The product itself is not published yet.'
  if (product.availability !== 'available')
    return `The product itself is marked ${product.availability.replaceAll('_', ' ')}.`
  if (plan.publish_status === 'draft') return 'They are drafts: nobody sees them yet.'
  return undefined
}

/** What was created, and whether it is on sale. */
export function CreatedWeek({ plan }: { plan: DepartureWeek }) {
  const hidden = hiddenWords(plan)
  const id = String(plan.product_id)
  return (
    <p className={hidden === undefined ? 'alert good' : 'alert warn'} role="status">
      {plan.made === 0
        ? 'Nothing was made: ' +
          `${
            plan.departures.some(({ state }) => state === 'left_out')
              ? 'no other day has an aircraft of its own'
              : 'all of it is there already'
          }.`
        : `Made: ${countOf(plan.made, 'departure')} a week. ` +
          `${
            hidden ?? (plan.publish_at === null ? 'They are on sale.' : 'They go on sale when you said.')
          }`}{' '}
      <a href={`/staff/products/${id}`}>To the product</a>
      {hidden === undefined && plan.first_date !== null ? (
        <>
          {' · '}
          <a href={`/checkout/${id}?date=${plan.first_date}`}>As the shopper sees it</a>
        </>
      ) : null}
    </p>
  )
}

/** The departures of the plan, row by row, and its conflicts. */
export function WeekPlan({ plan, made }: { plan: DepartureWeek; made: boolean }) {
  const shared = plan.departures.filter(({ state }) => state === 'conflict').length
  const hidden = hiddenWords(plan)
  return (
    <section className="desk-part" aria-labelledby="plan">
      <h2 id="plan">{made ? 'This was made' : 'This would be made'}</h2>
      <LivePreviewText words={summaryOf(plan)} />
      {plan.aircraft === 0 ? (
        <p className="alert bad">No aircraft of its type is in service there: nobody could book any of it.</p>
      ) : (
        <p className="muted">
          Flown by {plan.registrations.join(', ')}: the first order of a departure decides which, and its
          manifest can choose another.
        </p>
      )}
      {hidden !== undefined && !made ? <p className="alert warn">{hidden}</p> : null}
      {shared > 0 && plan.aircraft > 0 ? (
        <p className="alert warn">
          {shared === 1 ? 'One departure needs' : `${String(shared)} departures need`} an aircraft that others
          fly then. Whoever is booked first has it; the others are then not offered.
        </p>
      ) : null}
      {plan.days_off.length > 0 ? (
        <p className="muted">
          Nothing flies on{' '}
          {plan.days_off
            .map(({ date, reason }) => (reason === '' ? formatDay(date) : `${formatDay(date)} (${reason})`))
            .join(', ')}
          .
        </p>
      ) : null}
      {plan.closed_dates > 0 ? (
        <p className="muted">
          Closed before the first day, where it leaves already, and on days left out: {plan.closed_dates}{' '}
          {plan.closed_dates === 1 ? 'date' : 'dates'}.
        </p>
      ) : null}
      <ScrollRegion label="Departures">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Leaves</th>
              <th scope="col">First</th>
              <th scope="col">Last</th>
              <th scope="col" className="r">
                Dates
              </th>
              <th scope="col">State</th>
            </tr>
          </thead>
          <tbody>
            {plan.departures.map((one) => (
              <tr key={`${String(one.day_of_week)} ${one.time ?? ''}`}>
                <th scope="row">
                  {WEEKDAYS[one.day_of_week]}, {one.time === null ? 'sunset' : formatTime(one.time)}
                </th>
                <td className="day">{formatShortDate(one.first_date)}</td>
                <td className="day">{formatShortDate(one.last_date)}</td>
                <td className="r">{one.dates}</td>
                <td>
                  {one.id === null ? (
                    STATES[one.state]
                  ) : (
                    <a href={`/staff/catalogue/departures/${String(one.id)}`}>Made</a>
                  )}
                  <Clash one={one} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  )
}

/** Departures that need the same aircraft, their days, and whether they have bookings. */
function Clash({ one }: { one: PlannedDeparture }) {
  if (one.with.length === 0) return null
  const [first = '', ...more] = one.conflict_dates
  const leftOut = one.state === 'new'
  return (
    <small>
      {leftOut ? 'Not on' : `With ${one.with.join(', ')} on`} {formatShortDate(first)}
      {more.length > 0 ? ` and ${countOf(more.length, 'more day')}` : ''}
      {leftOut ? `: ${one.with.join(', ')} has the aircraft` : ''}
      {one.departureAlreadyInUse ? '; somebody is booked there' : ''}
    </small>
  )
}
