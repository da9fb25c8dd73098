import { type Cancellation } from '#contract/refund.ts'
import { FieldError } from '../ui/field.tsx'
import { PickCard } from '../ui/pick-card.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { passengerTitle } from '../passengers/passenger-title.ts'

interface StayHomeFormProps {
  cancellation: Cancellation
  /** The button was pressed without a selection. */
  nobody: boolean
}

/**
 * Asks which passengers of a party cancel. The next page shows the refund; nothing is cancelled
 * here.
 */
export function StayHomeForm({ cancellation: { passengers, divisible }, nobody }: StayHomeFormProps) {
  if (!divisible) return null
  return (
    <form method="get" className="mb6" aria-labelledby="who-title">
      <fieldset aria-describedby="who-hint">
        <legend className="h-s" id="who-title">
          Who stays home?
        </legend>
        <p className="hint mb4" id="who-hint">
          Everybody who is not ticked flies as booked.
        </p>
        <FieldError id="who" error={nobody ? 'Please choose who stays home' : undefined} />
        <input type="hidden" name="chosen" value="1" />
        <div className="picks" id="who">
          {passengers.map((one) => (
            <PickCard
              key={one.id}
              id={`who-${String(one.id)}`}
              type="checkbox"
              name="who"
              value={one.id}
              title={passengerTitle(one)}
              defaultChecked={!nobody && one.stays_home}
            />
          ))}
        </div>
      </fieldset>
      <SubmitButton className="second mt4">See what comes back</SubmitButton>
    </form>
  )
}
