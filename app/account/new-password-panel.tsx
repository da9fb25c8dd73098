import { ErrorSummary } from '../ui/error-summary.tsx'
import { Field } from '../ui/field.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { accountHref } from './account-tabs.ts'
import { MailedTo } from './mailed-to.tsx'

export function NewPassword({
  email,
  action,
  error,
}: {
  email: string
  action: string
  error: string | undefined
}) {
  return (
    <>
      <ErrorSummary items={error ? [{ text: `New Password: ${error}`, target: 'password' }] : []} />
      <div className="panel-head">
        <h1>Choose a password</h1>
      </div>
      <form method="post" action={action} noValidate className="form">
        <MailedTo email={email} />
        <Field
          id="password"
          name="password"
          label="New Password"
          hint="At least 6 characters"
          need="required"
          error={error}
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

/** Spec section 8, reset token. */
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
