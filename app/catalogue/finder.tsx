import { Form } from '@remix-run/react'

interface FinderProps {
  flights: readonly { id: number; name: string }[]
  /** The first day to choose, at the brand's place, `YYYY-MM-DD`. */
  today: string
  /** Shown first: the soonest day with a departure. */
  day: string
}

/** Flight, day, guests: a plain form that asks the checkout for departures. */
export function Finder({ flights, today, day }: FinderProps) {
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
      <div className="f">
        <label htmlFor="finder-date">Date</label>
        <input id="finder-date" type="date" name="date" min={today} defaultValue={day} />
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
