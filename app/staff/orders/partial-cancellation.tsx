import { withType } from '#contract/passenger-type-words.ts'
import { type Order } from '#contract/order.ts'
import { FieldError } from '../../ui/field.tsx'
import { optionProps } from '../../ui/form/fields.tsx'
import { type ShopField } from '../../ui/form/use-shop-form.ts'

interface WhoStaysHomeProps {
  passengers: Order['passengers']
  field: ShopField
  hint: string
}

/** The passengers of an order as check boxes, for a refund of some of its seats. */
export function WhoStaysHome({ passengers, field, hint }: WhoStaysHomeProps) {
  if (passengers.length < 2) return null
  return (
    <fieldset className="desk-choice" id={field.id}>
      <legend className="flabel">{field.label}</legend>
      <p className="muted">{hint}</p>
      <FieldError id={field.id} error={field.error} />
      <ul>
        {passengers.map(({ id, full_name: name, passenger_type: type }, at) => (
          <li key={id}>
            <label>
              <input {...optionProps(field, 'checkbox', String(id), at)} />{' '}
              {withType(name || `Passenger ${String(at + 1)}, no name yet`, type)}
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
