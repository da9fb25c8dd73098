import { type ReactNode } from 'react'

/**
 * The one filled button of a form. `price` stands behind a thin rule; the button's name says it
 * too. `pending` is what it says while the form is under way: it can still be reached, pressing it
 * does nothing.
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
 * Pressing Enter in a field presses the form's first submit button. This one stands first, so that
 * it is never a "−" or a "Change"; nobody sees or reaches it otherwise.
 */
export function EnterButton({ intent }: { intent: string }) {
  return (
    <button type="submit" className="vh" name="intent" value={intent} tabIndex={-1} aria-hidden="true">
      Go on
    </button>
  )
}
