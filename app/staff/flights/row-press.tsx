import { type Manifest } from '#contract/passenger.ts'
import { FieldError } from '../../ui/field.tsx'
import { inputProps } from '../../ui/form/fields.tsx'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { rowShape } from '../../ui/form/row-shape.ts'
import { plainForm } from '../../ui/form/use-shop-form.ts'
import { boardedTime } from './boarding-form.tsx'
import { BOARD_SHAPE, CORRECT_SHAPE } from './flight-forms.ts'
import { nameOf } from './flight-words.ts'

type Passenger = Manifest['passengers'][number]

/** What may be done on the rows now. */
export interface RowWork {
  canBoard: boolean
  canCorrect: boolean
  /** The terminal's time zone. */
  zone: string
  /** The refused form, with its submitted values. */
  answer: FormAnswer | undefined
}

interface RowProps {
  one: Passenger
  work: RowWork
}

/** Whether the row asks for a weight; nobody asks for that of a no-show. */
export const isWeightAsked = (one: Passenger, { canCorrect }: RowWork): boolean =>
  canCorrect && one.weight_lbs === null && one.boarding !== 'no_show'

const formId = ({ id }: Passenger) => `press-${String(id)}`

/** Asks for a weight that nobody told; Enter in it is the press of the row. */
export function RowWeight({ one, work: { answer } }: RowProps) {
  const { weight } = plainForm(rowShape(CORRECT_SHAPE, one.id), answer).fields
  return (
    <div className="field no-print">
      <label htmlFor={weight.id}>
        Weight<span className="vh"> of {nameOf(one)}</span>, lb
      </label>
      <FieldError id={weight.id} error={weight.error} />
      <input
        className="input few"
        {...inputProps(weight, undefined)}
        form={formId(one)}
        placeholder="not told"
        inputMode="numeric"
        maxLength={3}
        autoComplete="off"
      />
    </div>
  )
}

/**
 * The one press of a row: it checks in, with the weight that was typed, or takes the check-in back.
 * Before check-in begins it only saves a missing weight. It sends what the page showed, so that a
 * press on an outdated page is refused.
 */
export function RowPress({ one, work }: RowProps) {
  const { canBoard, zone } = work
  const { id, order_id: order, boarding, boarding_note: note } = one
  const hasWeight = isWeightAsked(one, work)
  if (!canBoard && !hasWeight) return null
  const isHere = boarding === 'checked_in'
  return (
    <form method="post" id={formId(one)} className="no-print" noValidate>
      {hasWeight ? (
        <>
          <input type="hidden" name="order" value={order} />
          <input type="hidden" name="was_weight" value="" />
        </>
      ) : null}
      {canBoard ? (
        <>
          <input type="hidden" name="passenger" value={id} />
          <input type="hidden" name="was_boarding" value={boarding ?? ''} />
          <input type="hidden" name="was_note" value={note ?? ''} />
          <input type="hidden" name="note" value={note ?? ''} />
          <button
            type="submit"
            className={isHere ? 'tog on' : 'tog'}
            name="boarding"
            value={isHere ? '' : 'checked_in'}
          >
            {isHere ? <span className="st ok">Here {boardedTime(one, zone)}</span> : 'Check in'}
            <span className="vh">{isHere ? `, undo for ${nameOf(one)}` : ` ${nameOf(one)}`}</span>
          </button>
        </>
      ) : (
        <>
          <input type="hidden" name="correct" value={id} />
          <button type="submit" className="btn second small">
            Save<span className="vh"> the weight of {nameOf(one)}</span>
          </button>
        </>
      )}
    </form>
  )
}

/** Whether a form of the row was refused that stands below it and not on it. */
export function isRefused(one: Passenger, { answer }: RowWork): boolean {
  if (answer?.form === rowShape(BOARD_SHAPE, one.id).id) return true
  if (answer?.form !== rowShape(CORRECT_SHAPE, one.id).id) return false
  return one.weight_lbs !== null || answer.error?.['full_name'] !== undefined
}
