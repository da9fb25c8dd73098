import { FieldError } from '../../ui/field.tsx'
import { selectProps } from '../../ui/form/fields.tsx'
import { type ShopForm } from '../../ui/form/use-shop-form.ts'
import { type OtherAircraft } from './load-other-aircraft.server.ts'

interface OtherAircraftFormProps {
  others: readonly OtherAircraft[]
  form: ShopForm<'aircraft'>
}

/**
 * Chooses another aircraft of the same base; those that do not fit show the reason. The service
 * checks the choice again.
 */
export function OtherAircraftForm({ others, form }: OtherAircraftFormProps) {
  const { aircraft } = form.fields
  if (others.length === 0) return null
  return (
    <form method="post" className="desk-tools no-print" {...form.props}>
      <label className="flabel" htmlFor={aircraft.id}>
        {aircraft.label}
      </label>
      <FieldError id={aircraft.id} error={aircraft.error} />
      <div className="btn-row">
        <select className="input" {...selectProps(aircraft)}>
          <option value="">Please choose</option>
          {others.map(({ id, name, unfit }) => (
            <option key={id} value={id} disabled={unfit !== undefined}>
              {unfit === undefined ? name : `${name}: ${unfit}`}
            </option>
          ))}
        </select>
        <button type="submit" className="btn second small">
          Change the aircraft
        </button>
      </div>
    </form>
  )
}
