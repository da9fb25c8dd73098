import { type BoardFlight, type FlightOptions } from '#contract/flight-board.ts'
import { FieldError } from '../../ui/field.tsx'
import { optionProps } from '../../ui/form/fields.tsx'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { plainForm } from '../../ui/form/use-shop-form.ts'
import { READ_FIRST } from '../parts/sent-fields.tsx'
import { formatCount } from '../parts/count-noun.ts'
import { ASSIGN_SHAPES, type AssignedMeanwhile } from './board-forms.ts'
import { type Assigned, boardHref } from './board-view.ts'
import { type DayBoard } from './load-board.server.ts'
import { type Choice, describeMeanwhile, listAircraftChoices, listPilotChoices } from './panel-choices.ts'

export interface PanelProps {
  day: DayBoard
  flight: BoardFlight
  answer: FormAnswer | undefined
  meanwhile: AssignedMeanwhile | null
}

/** What does not fit is listed so far; the rest is counted. */
const MOST_UNFIT = 8
/** So many that fit are enough to choose from. */
const MOST_FIT = 12

interface AssignFormProps extends PanelProps {
  what: Assigned
  options: FlightOptions
}

/** Another aircraft or pilot by radio buttons, each with why it fits or not. */
export function AssignForm({ what, day, flight, options, answer, meanwhile }: AssignFormProps) {
  const form = plainForm(ASSIGN_SHAPES[what], answer)
  const { to } = form.fields
  const { shown, left } = cutChoices(
    what === 'aircraft'
      ? listAircraftChoices(day.board, { flight, options })
      : listPilotChoices(day.board, { flight, options }),
    to.meta.initialValue,
  )
  const met = meanwhile?.what === what ? meanwhile : null
  const presentId = what === 'aircraft' ? flight.aircraft_id : flight.pilot_id
  if (shown.length === 0 && left === 0) {
    return <p className="muted">{NO_OTHERS[what]}</p>
  }
  return (
    <form method="post" action={boardHref(day.view)} className="stack" {...form.props}>
      <input type="hidden" name="flight" value={flight.id} />
      <input type="hidden" name="was" value={presentId ?? ''} />
      {met ? <Meanwhile {...{ met, day, flight }} /> : null}
      <fieldset aria-describedby={to.error ? `${to.id}-error` : undefined}>
        <legend className="flabel">{to.label}</legend>
        <FieldError id={to.id} error={to.error} />
        <div className="board-pick" id={to.id} tabIndex={-1}>
          {shown.map((choice, at) => (
            <label key={choice.value}>
              <input
                {...optionProps(to, 'radio', choice.value, at)}
                id={`${to.id}-${choice.value}`}
                disabled={!choice.fits}
              />
              <b>{choice.name}</b>
              <small>{choice.text}</small>
            </label>
          ))}
        </div>
        {left === 0 ? null : <p className="muted sm">{formatCount(left, 'other', 'others')} not listed.</p>}
      </fieldset>
      <button
        type="submit"
        className={isUrgent(what, flight) || met ? 'btn small' : 'btn second small'}
        name="intent"
        value={what}
      >
        {met ? 'Set mine all the same' : BUTTONS[what]}
      </button>
    </form>
  )
}

const BUTTONS: Record<Assigned, string> = { aircraft: 'Change the aircraft', pilot: 'Set the pilot' }
const NO_OTHERS: Record<Assigned, string> = {
  aircraft: 'No other aircraft is based here.',
  pilot: 'Nobody else has the role of a pilot.',
}

/** What is missing, or cannot stay, is the next act. */
const isUrgent = (what: Assigned, { needs }: BoardFlight): boolean =>
  what === 'pilot'
    ? needs.includes('no_pilot')
    : ['no_aircraft', 'too_heavy', 'short_turnaround'].some((need) => needs.some((one) => one === need))

/** Those that fit, and some that do not; what was chosen is always among them. */
function cutChoices(choices: readonly Choice[], chosen: unknown): { shown: Choice[]; left: number } {
  const fit = choices.filter(({ fits }) => fits)
  const unfit = choices.filter(({ fits }) => !fits)
  const some = [...fit.slice(0, MOST_FIT), ...unfit.slice(0, MOST_UNFIT)]
  const shown = [...some, ...choices.filter((one) => one.value === chosen && !some.includes(one))]
  return { shown, left: choices.length - shown.length }
}

function Meanwhile({ met, day, flight }: { met: AssignedMeanwhile } & Pick<PanelProps, 'day' | 'flight'>) {
  return (
    <div className="alert warn" role="alert" {...READ_FIRST}>
      <p>{describeMeanwhile(day.board, met)} Yours is not written yet.</p>
      <p>
        <a href={boardHref(day.view, { flight: flight.id })}>Leave it as it is</a>
      </p>
    </div>
  )
}
