import { FormErrors } from '../../ui/form/fields.tsx'
import { plainForm } from '../../ui/form/use-shop-form.ts'
import { CodeAgainForm } from '../parts/code-again-form.tsx'
import { KEPT_FORM_SHAPE, type KeptForm } from '../parts/kept-form.ts'
import { keepFormHref, signInHref } from '../parts/sign-in-href.ts'

/** Asks for the code of the app after a long break, before what was typed meanwhile is sent on. */
export function KeptFormPage({ next, fields, refusal }: KeptForm) {
  const form = plainForm(KEPT_FORM_SHAPE, refusal)
  return (
    <div className="wrap narrow desk">
      <FormErrors form={form} />
      <div className="stack">
        <h1>Sign in again</h1>
        <p className="muted">
          Nobody has used the desk for a while, so your sign-in has ended. What you typed is kept. Show a code
          of your app, and it is sent.
        </p>
      </div>
      <CodeAgainForm
        action={keepFormHref(next)}
        fields={fields}
        form={form}
        code={form.fields.sign_in_code}
        press="Sign in and send"
      />
      <p className="muted">
        No phone at hand? <a href={signInHref(next)}>Sign in another way</a>: what you typed is lost then.
      </p>
    </div>
  )
}
