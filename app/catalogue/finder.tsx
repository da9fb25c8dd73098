import { Form } from '@remix-run/react'
import { formatDay } from '../format/local-time.ts'

/**
 * A flight that can be booked, with the days on which it is for sale; no days if the service cannot
 * list them.
 */
export interface FinderFlight {
  id: number
  name: string
  days: readonly string[]
}

/**
 * Flight, day and guests: a plain GET form that leads to the departures in the checkout. Each
 * flight has its own list of days, and the style sheet shows the list of the chosen flight, so the
 * form offers no day that is closed for sale, with or without a script.
 */
export function Finder({ flights }: { flights: readonly FinderFlight[] }) {
  return (
    <Form className="finder" action="/checkout" method="get" aria-label="Find departures">
      <div className="f">
        <label htmlFor="finder-flight">Flight</label>
        <select id="finder-flight" name="product">
          {flights.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <div className="f days">
        {flights.map((flight, index) => (
          <FinderDays key={flight.id} flight={flight} place={index + 1} />
        ))}
      </div>
      <div className="f">
        <label htmlFor="finder-guests">Guests</label>
        <select id="finder-guests" name="quantity" defaultValue="2">
          {[1, 2, 3, 4, 5, 6].map((guests) => (
            <option key={guests} value={guests}>
              {guests} {guests === 1 ? 'guest' : 'guests'}
            </option>
          ))}
        </select>
      </div>
      <button className="btn">See departures</button>
    </Form>
  )
}

/** @param place the flight's position in the list, from 1; the style sheet selects by it */
function FinderDays({ flight: { id, days }, place }: { flight: FinderFlight; place: number }) {
  const field = `finder-date-${String(id)}`
  return (
    <div className={`day day-${String(place)}`}>
      <label htmlFor={field}>Date</label>
      <select id={field} name={`date-${String(id)}`}>
        {days.map((day) => (
          <option key={day} value={day}>
            {formatDay(day)}
          </option>
        ))}
        <option value="">{days.length > 0 ? 'Later: see the calendar' : 'See the calendar'}</option>
      </select>
    </div>
  )
}
