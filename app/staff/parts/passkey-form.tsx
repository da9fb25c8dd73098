import { type ReactNode } from 'react'
import { type PlainForm } from '../../ui/form/use-shop-form.ts'
import script from '../../enhancers/passkey.js?url'

interface PasskeyFormProps {
  /** What the passkey is asked for; see `PasskeyChallengeRequest`. */
  purpose: 'register' | 'prove' | 'sign_in'
  form: Pick<PlainForm, 'props'>
  /** The fields and the button. */
  children: ReactNode
}

/** A form that sends the answer of a passkey; it appears where a browser knows passkeys. */
export const PasskeyForm = ({ purpose, form, children }: PasskeyFormProps) => (
  <form
    method="post"
    className="form card"
    data-script={script}
    data-passkey={purpose}
    hidden
    {...form.props}
  >
    <input type="hidden" name="credential" value="" />
    {children}
    <p role="status" data-passkey-said="" />
  </form>
)
