import { FieldError } from '../../ui/field.tsx'
import { ChoiceField, optionProps, TextField } from '../../ui/form/fields.tsx'
import { type ShopField, type PlainForm } from '../../ui/form/use-shop-form.ts'
import { NamedOptions } from '../../ui/select-field.tsx'
import { describeZone } from '../parts/zone-name.ts'
import { type WeekField } from './week-shape.ts'

/** A fare with its prices in its name. */
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
  fields: PlainForm<WeekField>['fields']
  /** The time zone of all instants. */
  zone: string
}

/** The fields of a week of departures: days and times, prices, and when it goes on sale. */
export function WeekFields({ products, fares, fields, zone }: WeekFieldsProps) {
  const priced = products
    .map((product) => ({ product, own: fares.filter(({ productId }) => productId === product.id) }))
    .filter(({ own }) => own.length > 0)
  return (
    <>
      <ChoiceField field={fields.product_id} need="required">
        <NamedOptions none="Please choose" of={products} />
      </ChoiceField>
      <Weekdays field={fields.days} />
      <TextField
        field={fields.times}
        hint="On the terminal’s clock, like 09:00 10:30 16:15."
        maxLength={200}
      />
      <Tick field={fields.at_sunset} />
      <div className="desk-pair">
        <TextField field={fields.from} need="required" type="date" className="when" />
        <TextField field={fields.until} need="required" type="date" className="when" />
      </div>
      <TextField
        field={fields.left_out_dates}
        need="optional"
        hint="Days between the two on which none of it flies, like 2027-06-09 2027-06-11."
        maxLength={700}
      />
      <ChoiceField
        field={fields.fare_id}
        hint="What a seat costs there, and which gift cards are good for it."
      >
        <option value="">None: the product’s own price</option>
        {priced.map(({ product, own }) => (
          <optgroup key={product.id} label={product.name}>
            <NamedOptions of={own} />
          </optgroup>
        ))}
      </ChoiceField>
      <div className="desk-pair">
        <TextField
          field={fields.seat_price}
          need="optional"
          hint="Dollars. A special price of these departures, before the fare’s."
          maxLength={12}
        />
        <TextField field={fields.flight_price} need="optional" hint="Dollars, likewise." maxLength={12} />
      </div>
      <div className="desk-pair">
        <TextField
          field={fields.publish_at}
          need="optional"
          hint={`At once without it. ${describeZone(zone)}`}
          type="datetime-local"
          className="when"
        />
        <ChoiceField field={fields.publish_status} hint="The sale ends with the last day.">
          <option value="published">By shoppers</option>
          <option value="draft">Here alone, as drafts</option>
        </ChoiceField>
      </div>
      <Tick field={fields.without_conflicts} />
    </>
  )
}

const Weekdays = ({ field }: { field: ShopField }) => (
  <fieldset className="desk-choice" aria-describedby={field.error ? `${field.id}-error` : undefined}>
    <legend className="flabel">{field.label}</legend>
    <FieldError id={field.id} error={field.error} />
    <div className="desk-days">
      {MONDAY_FIRST.map((day, at) => (
        <label key={day}>
          <input id={`day-${String(day)}`} {...optionProps(field, 'checkbox', String(day), at)} />{' '}
          {WEEKDAYS[day]}
        </label>
      ))}
    </div>
  </fieldset>
)

const Tick = ({ field }: { field: ShopField }) => (
  <p className="field">
    <label>
      <input {...optionProps(field, 'checkbox', 'yes', 0)} /> {field.label}
    </label>
  </p>
)
