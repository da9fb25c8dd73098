import { type PilotFlight } from '#contract/manifest-version.ts'
import { toLocalTime } from '../../format/local-time.ts'
import { FieldError } from '../../ui/field.tsx'
import { inputProps } from '../../ui/form/fields.tsx'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { type ShopField, plainForm } from '../../ui/form/use-shop-form.ts'
import { sortSteps } from '../flights/flight-state.ts'
import { STEP_SHAPE, TIMES_SHAPE } from './pilot-forms.ts'

interface StepProps {
  flight: PilotFlight
  answer: FormAnswer | undefined
}

const STEPS: Readonly<Record<string, string>> = {
  boarding: 'Start boarding',
  departed: 'Off blocks',
  landed: 'Landed',
}

/** The next step, always under the thumb; what keeps the flight from leaving stands in its place. */
export function PilotSteps({ flight, isEarly, answer }: StepProps & { isEarly: boolean }) {
  const { next } = sortSteps(flight.status, flight.next_statuses)
  if (next === undefined) return null
  const gaps = next === 'departed' ? flight.before_departure : []
  if (gaps.length > 0) {
    return (
      <div className="sun-note strong">
        <p>
          <b>Before it leaves:</b>
        </p>
        <ul className="sun-changes">
          {gaps.map((gap) => (
            <li key={gap}>{`${gap.charAt(0).toUpperCase()}${gap.slice(1)}.`}</li>
          ))}
        </ul>
        <p>Only the desk may let it leave all the same.</p>
      </div>
    )
  }
  const form = plainForm(STEP_SHAPE, answer)
  const { reason } = form.fields
  return (
    <form method="post" className="sun-dock" {...form.props}>
      <input type="hidden" name="flight" value={flight.id} />
      <input type="hidden" name="status" value={next} />
      {next === 'departed' && isEarly ? (
        <SunField field={reason} label="Why it leaves early" type="text" />
      ) : null}
      <button type="submit" className="sun-btn go" name="act" value="step">
        {STEPS[next]}
      </button>
    </form>
  )
}

/** The moments of a flight that has left, which may be typed later. */
export function PilotTimes({ flight, answer }: StepProps) {
  const { status, off_blocks_at: left, landed_at: landed, content } = flight
  if (status !== 'departed' && status !== 'landed') return null
  const clockOf = (at: string | null) => (at === null ? '' : toLocalTime(at, content.timezone))
  const form = plainForm(TIMES_SHAPE, answer, { off_blocks: clockOf(left), landed: clockOf(landed) })
  return (
    <form method="post" className="sun-note" {...form.props}>
      <input type="hidden" name="flight" value={flight.id} />
      <div className="sun-row">
        <SunField field={form.fields.off_blocks} label="Off blocks" type="time" />
        {status === 'landed' ? <SunField field={form.fields.landed} label="Landed" type="time" /> : null}
      </div>
      <button type="submit" className="sun-btn" name="act" value="times">
        Save the times
      </button>
    </form>
  )
}

interface SunFieldProps {
  field: ShopField
  label: string
  type: 'text' | 'time'
}

const SunField = ({ field, label, type }: SunFieldProps) => (
  <div className="sun-field">
    <label htmlFor={field.id}>{label}</label>
    <FieldError id={field.id} error={field.error} />
    <input className="sun-input" {...inputProps(field, type)} maxLength={300} autoComplete="off" />
  </div>
)
