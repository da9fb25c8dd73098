import { FieldError, FieldLabel, idList } from './field.tsx'

export interface QuantityProps {
  id: string
  name: string
  label: string
  /** As typed, even if it is no number. */
  value: string
  max?: number | undefined
  hint?: string | undefined
  error?: string | undefined
  /** The labels of the two buttons: "One fewer seat", "One more seat". */
  fewer: string
  more: string
  formAction?: string
}

/**
 * A number with − and + beside it. The buttons submit (`intent` `dec`, `inc`), so they work without
 * a script.
 */
export function Quantity({
  id,
  label,
  value,
  max,
  hint,
  error,
  fewer,
  more,
  formAction,
  ...input
}: QuantityProps) {
  const number = Number(value)
  return (
    <div className="field">
      <FieldLabel id={id} label={label} need="required" />
      {hint ? (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      <FieldError id={id} error={error} />
      <div className={error ? 'qty bad' : 'qty'}>
        <button
          type="submit"
          name="intent"
          value="dec"
          aria-label={fewer}
          aria-disabled={number <= 1 ? true : undefined}
          formAction={formAction}
        >
          −
        </button>
        <input
          id={id}
          type="number"
          inputMode="numeric"
          min={1}
          max={max}
          step={1}
          defaultValue={value}
          autoComplete="off"
          aria-required
          aria-invalid={error ? true : undefined}
          aria-describedby={idList(error && `${id}-error`, hint && `${id}-hint`)}
          {...input}
        />
        <button
          type="submit"
          name="intent"
          value="inc"
          aria-label={more}
          aria-disabled={max !== undefined && number >= max ? true : undefined}
          formAction={formAction}
        >
          +
        </button>
      </div>
    </div>
  )
}
