import { type FlightStatus } from '#contract/enums.ts'
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
const TITLES: Readonly<Record<string, string>> = {
  boarding: 'boarding',
  departed: 'off blocks',
  landed: 'landed',
}
/** The steps of a pilot, and the status that each of the later ones follows. */
const LATER: readonly FlightStatus[] = ['boarding', 'departed', 'landed']
const BEFORE: Partial<Record<FlightStatus, FlightStatus>> = { departed: 'boarding', landed: 'departed' }

/**
 * The next step, always under the thumb; what keeps the flight from leaving stands in its place. The
 * steps after it are there for a phone without a connection.
 */
export function PilotSteps({ flight, isEarly, answer }: StepProps & { isEarly: boolean }) {
  const { next } = sortSteps(flight.status, flight.next_statuses)
  if (next === undefined) return null
  const gaps = next === 'departed' ? flight.before_departure : []
  const isBlocked = gaps.length > 0
  return (
    <>
      {isBlocked ? <Gaps gaps={gaps} /> : null}
      <div id="dock" className="sun-dock" data-blocked={isBlocked ? '' : undefined}>
        {isBlocked ? null : <StepForm step={next} flight={flight} isEarly={isEarly} answer={answer} />}
      </div>
      {LATER.slice(LATER.indexOf(next) + (isBlocked ? 0 : 1)).map((step) => (
        <template
          key={step}
          data-step={step}
          data-lacks={step === 'departed' ? listLacks(flight) : undefined}
        >
          <StepForm step={step} flight={flight} isEarly={isEarly} answer={undefined} />
        </template>
      ))}
    </>
  )
}

const Gaps = ({ gaps }: { gaps: readonly string[] }) => (
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

/**
 * What the pilot may do before the flight leaves, as the phone names its entries; undefined where
 * something else is missing. Before boarding nobody knows what will be.
 */
function listLacks({ id, status, content, manifest_state: state, before_departure: gaps }: PilotFlight) {
  if (status !== 'boarding') return ''
  const flight = String(id)
  const isChanged = state.accepted !== null && state.changes_after_acceptance.length > 0
  const unweighed = content.passengers.filter((one) => one.checked_in_at !== null && one.weight_lbs === null)
  const own = (isChanged ? 1 : 0) + (unweighed.length > 0 ? 1 : 0)
  if (gaps.length > own) return undefined
  const weights = unweighed.map((one) => `weight-${flight}-${String(one.id)}`)
  return [...(isChanged ? [`accept-${flight}`] : []), ...weights].join(' ')
}

function StepForm({ step, flight, isEarly, answer }: StepProps & { step: FlightStatus; isEarly: boolean }) {
  const form = plainForm(STEP_SHAPE, answer)
  const { reason } = form.fields
  return (
    <form method="post" {...form.props} data-title={`${flight.flight_code}, ${TITLES[step] ?? step}`}>
      <input type="hidden" name="flight" value={flight.id} />
      <input type="hidden" name="was_status" value={BEFORE[step] ?? flight.status} />
      <input type="hidden" name="status" value={step} />
      {step === 'departed' && isEarly ? (
        <SunField field={reason} label="Why it leaves early" type="text" />
      ) : null}
      <button type="submit" className="sun-btn go" name="act" value="step">
        {STEPS[step]}
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
    <form
      method="post"
      className="sun-note"
      data-title={`${flight.flight_code}, times`}
      data-target={`times-${String(flight.id)}`}
      {...form.props}
    >
      <input type="hidden" name="flight" value={flight.id} />
      <input type="hidden" name="was_off_blocks" value={left ?? ''} />
      <input type="hidden" name="was_landed" value={landed ?? ''} />
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
