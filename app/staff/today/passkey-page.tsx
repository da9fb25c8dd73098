import { FormErrors } from '../../ui/form/fields.tsx'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { plainForm } from '../../ui/form/use-shop-form.ts'
import { loginHref } from '../../visit/login-href.ts'
import { PasskeyForm } from '../parts/passkey-form.tsx'
import { PASSKEY_SIGN_IN_SHAPE } from './sign-in-form.ts'

/** Signs staff in with a passkey alone. */
export function PasskeyPage({ next, refusal }: { next: string; refusal: FormAnswer | undefined }) {
  const form = plainForm(PASSKEY_SIGN_IN_SHAPE, refusal)
  return (
    <div className="wrap narrow desk">
      <FormErrors form={form} />
      <div className="stack">
        <h1>Sign in with a passkey</h1>
        <p className="muted">Your finger, face or PIN opens the desk, without password and code.</p>
      </div>
      <noscript>
        <p>Passkeys need a script, which is switched off here.</p>
      </noscript>
      <PasskeyForm purpose="sign_in" form={form}>
        <input type="hidden" name="next" value={next} />
        <button type="submit" className="btn">
          Use a passkey
        </button>
      </PasskeyForm>
      <p>
        No passkey yet, or not on this device? <a href={loginHref(next)}>Log in with your password</a>.
      </p>
    </div>
  )
}
