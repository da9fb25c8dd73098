import { type DelayReason } from '#contract/enums.ts'
import { MAX_DELAY_MINS } from '#contract/flight-delay.ts'
import { Field, FieldError } from '../../ui/field.tsx'
import { NamedOptions, SelectField } from '../../ui/select-field.tsx'
import {
  DELAY_CHOICES,
  DELAY_REASONS,
  delayHref,
  type DelayProblems,
  type DelayView,
  MOST_DELAY_WORDS,
  TYPED,
} from './delay-view.ts'

interface DelayFormProps {
  flightId: number
  /** What was asked for before; by default nothing. */
  view?: DelayView
  /** The reason that the flight has so far. */
  reason?: DelayReason | null
  problems?: DelayProblems
  back?: NonNullable<DelayView['back']>
}

const REASONS = Object.entries(DELAY_REASONS).map(([id, name]) => ({ id, name }))

/** Asks by how much a flight is delayed and why; the next page shows what that does. */
export function DelayForm({ flightId, view, reason = null, problems = {}, back }: DelayFormProps) {
  const chosen = view?.minutes ?? null
  const isTyped = chosen === TYPED || (chosen !== null && !DELAY_CHOICES.some((one) => one === chosen))
  return (
    <form method="get" action={delayHref(flightId)} className="form delay-form" aria-label="Delay">
      {back === undefined ? null : <input type="hidden" name="back" value={back} />}
      <fieldset aria-describedby={problems.minutes ? 'delay-minutes-error' : undefined}>
        <legend className="flabel">Minutes late</legend>
        <FieldError id="delay-minutes" error={problems.minutes} />
        <div className="sale-pick days" id="delay-minutes" tabIndex={-1}>
          {DELAY_CHOICES.map((one) => (
            <label key={one}>
              <input
                type="radio"
                name="minutes"
                value={one}
                defaultChecked={chosen === one || (chosen === null && one === '30')}
              />
              <b>{one}</b>
            </label>
          ))}
          <label>
            <input type="radio" name="minutes" value={TYPED} defaultChecked={isTyped} />
            <b>Other</b>
          </label>
        </div>
      </fieldset>
      <Field
        id="delay-typed"
        name="typed"
        label={`Other minutes, ${String(MAX_DELAY_MINS)} at most`}
        need="optional"
        inputMode="numeric"
        autoComplete="off"
        defaultValue={chosen === TYPED ? view?.typed : isTyped ? (chosen ?? '') : ''}
      />
      <SelectField
        id="delay-reason"
        name="reason"
        label="Why"
        error={problems.reason}
        defaultValue={view?.reason ?? reason ?? ''}
      >
        <NamedOptions none="Choose a reason" of={REASONS} />
      </SelectField>
      <Field
        id="delay-words"
        name="words"
        label="In words, as guests read it"
        need="optional"
        maxLength={MOST_DELAY_WORDS}
        autoComplete="off"
        error={problems.words}
        defaultValue={view?.words ?? ''}
      />
      <button type="submit" className="btn second small">
        See what it does
      </button>
    </form>
  )
}
