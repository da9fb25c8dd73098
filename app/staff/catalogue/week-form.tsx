import { Field, FieldError, idList } from '../../ui/field.tsx'
import { NamedOptions, SelectField } from '../../ui/select-field.tsx'
import { describeZone } from '../parts/zone-name.ts'

/** What stands in the form's boxes. */
export interface WeekFormValues {
  product: string
  days: string[]
  times: string
  sunset: boolean
  from: string
  until: string
  leftOut: string
  fare: string
  price: string
  flightPrice: string
  publishAt: string
  status: string
  alone: boolean
}

/** A fare with what it costs in its name. */
export interface WeekFare {
  id: number
  productId: number
  name: string
}

export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const MONDAY_FIRST = [1, 2, 3, 4, 5, 6, 0]

interface WeekFieldsProps {
  products: { id: number; name: string }[]
  fares: WeekFare[]
  typed: WeekFormValues
  problems: Record<string, string>
  /** What instants are told in. */
  zone: string
}

/** What a week of departures is painted from: when, for how much, and from when on it is sold. */
export function WeekFields({ products, fares, typed, problems, zone }: WeekFieldsProps) {
  const priced = products
    .map((product) => ({ product, own: fares.filter(({ productId }) => productId === product.id) }))
    .filter(({ own }) => own.length > 0)
  return (
    <>
      <SelectField
        id="product_id"
        name="product_id"
        label="Product"
        need="required"
        defaultValue={typed.product}
        error={problems['product_id']}
      >
        <NamedOptions none="Please choose" of={products} />
      </SelectField>
      <fieldset className="desk-choice" aria-describedby={idList(problems['days'] && 'days-error')}>
        <legend className="flabel">Weekdays</legend>
        <FieldError id="days" error={problems['days']} />
        <div className="desk-days">
          {MONDAY_FIRST.map((day) => (
            <label key={day}>
              <input
                type="checkbox"
                id={`day-${String(day)}`}
                name="days"
                value={day}
                defaultChecked={typed.days.includes(String(day))}
              />{' '}
              {WEEKDAYS[day]}
            </label>
          ))}
        </div>
      </fieldset>
      <Field
        id="times"
        name="times"
        label="Times"
        hint="On the terminal’s clock, like 09:00 10:30 16:15."
        error={problems['times']}
        defaultValue={typed.times}
        maxLength={200}
      />
      <p className="field">
        <label>
          <input type="checkbox" name="at_sunset" value="yes" defaultChecked={typed.sunset} /> Also at sunset
        </label>
      </p>
      <div className="desk-pair">
        <Field
          id="from"
          name="from"
          label="First day"
          need="required"
          type="date"
          className="when"
          error={problems['from']}
          defaultValue={typed.from}
        />
        <Field
          id="until"
          name="until"
          label="Last day"
          need="required"
          type="date"
          className="when"
          error={problems['until']}
          defaultValue={typed.until}
        />
      </div>
      <Field
        id="left_out_dates"
        name="left_out_dates"
        label="Days left out"
        need="optional"
        hint="Days between the two on which none of it flies, like 2027-06-09 2027-06-11."
        error={problems['left_out_dates']}
        defaultValue={typed.leftOut}
        maxLength={700}
      />
      <SelectField
        id="fare_id"
        name="fare_id"
        label="Fare"
        defaultValue={typed.fare}
        error={problems['fare_id']}
        hint="What a seat costs there, and which gift cards are good for it."
      >
        <option value="">None: the product’s own price</option>
        {priced.map(({ product, own }) => (
          <optgroup key={product.id} label={product.name}>
            <NamedOptions of={own} />
          </optgroup>
        ))}
      </SelectField>
      <div className="desk-pair">
        <Field
          id="seat_price"
          name="seat_price"
          label="Seat price"
          need="optional"
          hint="Dollars. A special price of these departures, before the fare’s."
          error={problems['seat_price']}
          defaultValue={typed.price}
          maxLength={12}
        />
        <Field
          id="flight_price"
          name="flight_price"
          label="Price of a whole aircraft"
          need="optional"
          hint="Dollars, likewise."
          error={problems['flight_price']}
          defaultValue={typed.flightPrice}
          maxLength={12}
        />
      </div>
      <div className="desk-pair">
        <Field
          id="publish_at"
          name="publish_at"
          label="On sale from"
          need="optional"
          hint={`At once without it. ${describeZone(zone)}`}
          type="datetime-local"
          className="when"
          error={problems['publish_at']}
          defaultValue={typed.publishAt}
        />
        <SelectField
          id="publish_status"
          name="publish_status"
          label="To be seen"
          defaultValue={typed.status}
          error={problems['publish_status']}
          hint="The sale ends with the last day."
        >
          <option value="published">By shoppers</option>
          <option value="draft">Here alone, as drafts</option>
        </SelectField>
      </div>
      <p className="field">
        <label>
          <input type="checkbox" name="without_conflicts" value="yes" defaultChecked={typed.alone} /> Leave
          out the days that have no aircraft of their own
        </label>
      </p>
    </>
  )
}
