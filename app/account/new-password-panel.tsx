import { SubmitButton } from '../ui/submit-button.tsx'
import { FormErrors, TextField } from '../ui/form/fields.tsx'
import { type FormAnswer } from '../ui/form/form-shape.ts'
import { useShopForm } from '../ui/form/use-shop-form.ts'
import { accountHref } from './account-tabs.ts'
import { NEW_PASSWORD_SHAPE } from './link-forms.ts'
import { MailedTo } from './mailed-to.tsx'

interface NewPasswordProps {
  email: string
  action: string
  answer: FormAnswer | undefined
}

export function NewPassword({ email, action, answer }: NewPasswordProps) {
  const form = useShopForm(NEW_PASSWORD_SHAPE, answer)
  return (
    <>
      <FormErrors form={form} />
      <div className="panel-head">
        <h1>Choose a password</h1>
      </div>
      <form method="post" action={action} {...form.props} className="form">
        <MailedTo email={email} />
        <TextField
          field={form.fields.password}
          hint="At least 6 characters"
          need="required"
          type="password"
          autoComplete="new-password"
          enterKeyHint="done"
        />
        <SubmitButton>Confirm New Password</SubmitButton>
      </form>
    </>
  )
}

export function Saved({ loggedIn }: { loggedIn: boolean }) {
  return (
    <div className="panel-head" role="status">
      <h1>Your password is saved.</h1>
      <p className="muted">
        Your e-mail is confirmed.{' '}
        {loggedIn ? 'You are logged in.' : 'From now on this password opens your account.'}
      </p>
      <p>
        <a className="btn" href={loggedIn ? '/account' : accountHref('login')}>
          {loggedIn ? 'Go to your account' : 'Log In'}
        </a>
      </p>
    </div>
  )
}

/** Spec section 8, "reset token". */
export function BadLink() {
  return (
    <div className="panel-head">
      <h1>Your reset token is either expired or invalid.</h1>
      <p className="muted">Please reset your password again or contact support for assistance.</p>
      <p>
        <a className="btn second" href={accountHref('login')}>
          Return to login
        </a>
      </p>
    </div>
  )
}
