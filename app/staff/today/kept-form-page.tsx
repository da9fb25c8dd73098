import { FormErrors, TextField } from '../../ui/form/fields.tsx'
import { useShopForm } from '../../ui/form/use-shop-form.ts'
import { KEPT_FORM_SHAPE, type KeptForm } from '../parts/kept-form.ts'
import { keepFormHref, signInHref } from '../parts/sign-in-href.ts'

/** Asks for the code of the app after a long break, before what was typed meanwhile is sent on. */
export function KeptFormPage({ next, fields, refusal }: KeptForm) {
  const form = useShopForm(KEPT_FORM_SHAPE, refusal)
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
      <form method="post" action={keepFormHref(next)} className="form card" {...form.props}>
        {fields.map(([name, value], at) => (
          <input key={`${name} ${String(at)}`} type="hidden" name={name} value={value} />
        ))}
        <TextField
          field={form.fields.sign_in_code}
          need="required"
          hint="Six digits. They change every half minute."
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
        />
        <button type="submit" className="btn">
          Sign in and send
        </button>
      </form>
      <p className="muted">
        No phone at hand? <a href={signInHref(next)}>Sign in another way</a>: what you typed is lost then.
      </p>
    </div>
  )
}
