import { type ReactNode } from 'react'

/**
 * The primary button of a form. `price` is shown behind a thin rule and is part of the accessible
 * name. `pending` is the label while the form is being submitted: the button keeps its focus, but
 * pressing it has no effect.
 */
export function SubmitButton(props: {
  intent?: string
  children: ReactNode
  price?: string | undefined
  form?: string
  formAction?: string
  className?: string
  pending?: string | undefined
}) {
  return (
    <button
      type="submit"
      className={`btn ${props.className ?? 'full'}`}
      name={props.intent === undefined ? undefined : 'intent'}
      value={props.intent}
      form={props.form}
      formAction={props.formAction}
      aria-disabled={props.pending ? true : undefined}
    >
      {props.pending ? (
        <>
          <span className="spinner" aria-hidden="true" />
          {props.pending}
        </>
      ) : (
        props.children
      )}
      {props.price && !props.pending ? (
        <>
          {' '}
          <span className="price">{props.price}</span>
        </>
      ) : null}
    </button>
  )
}

/**
 * Pressing Enter in a field presses the form's first submit button. This one comes first, so that
 * it is never a "−" or a "Change"; it is invisible and cannot be focused.
 */
export function EnterButton({ intent }: { intent: string }) {
  return (
    <button type="submit" className="vh" name="intent" value={intent} tabIndex={-1} aria-hidden="true">
      Go on
    </button>
  )
}
