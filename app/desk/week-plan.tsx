import { type DepartureWeek, type PlannedDeparture } from '#contract/departure-week.ts'
import { formatDay, formatTime } from '../checkout/local-time.ts'
import { ScrollRegion } from '../components/ui/scroll-region.tsx'
import { WEEKDAYS } from './week-page.tsx'

const STATES: Record<PlannedDeparture['state'], string> = {
  new: 'New',
  there: 'There already',
  conflict: 'New, shares its aircraft',
  left_out: 'Left out',
}

/** What a painted week is, row by row, and what it meets. */
export function WeekPlan({ plan, made }: { plan: DepartureWeek; made: boolean }) {
  const shared = plan.departures.filter(({ state }) => state === 'conflict').length
  return (
    <section className="desk-part" aria-labelledby="plan">
      <h2 id="plan">{made ? 'This was made' : 'This would be made'}</h2>
      {plan.aircraft === 0 ? (
        <p className="alert bad">No aircraft of its type is in service there: nobody could book any of it.</p>
      ) : null}
      {shared > 0 && plan.aircraft > 0 ? (
        <p className="alert warn">
          {shared === 1 ? 'One departure needs' : `${String(shared)} departures need`} an aircraft that others
          fly then. Whoever is booked first has it; the others are then not offered.
        </p>
      ) : null}
      {plan.closed_dates > 0 ? (
        <p className="muted">
          Closed before the first day, and where it leaves already: {plan.closed_dates}{' '}
          {plan.closed_dates === 1 ? 'date' : 'dates'}.
        </p>
      ) : null}
      <ScrollRegion label="Departures">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Leaves</th>
              <th scope="col">First</th>
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
                <td>{formatDay(one.first_date)}</td>
                <td className="r">{one.dates}</td>
                <td>
                  {one.id === null ? (
                    STATES[one.state]
                  ) : (
                    <a href={`/staff/catalogue/departures/${String(one.id)}`}>Made</a>
                  )}
                  {one.with.length === 0 ? null : <small>With {one.with.join(', ')}</small>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  )
}
