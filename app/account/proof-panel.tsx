import { SubmitButton } from '../ui/submit-button.tsx'
import { FormErrors, TextField } from '../ui/form/fields.tsx'
import { type FormAnswer } from '../ui/form/form-shape.ts'
import { useShopForm } from '../ui/form/use-shop-form.ts'
import { accountHref } from './account-tabs.ts'
import { PROOF_SHAPE } from './link-forms.ts'
import { MailedTo } from './mailed-to.tsx'

interface ProofFormProps {
  email: string
  /**
   * Not logged in to this account: the confirmed mailbox alone is no proof of ownership, see
   * decision 026.
   */
  needsPassword: boolean
  /** The mailbox is to replace the account's present one. */
  changesAccount: boolean
  action: string
  answer: FormAnswer | undefined
}

/**
 * The page behind the mailed link: one button, and a password field for visitors who are not logged
 * in.
 */
export function ProofPanel({ email, needsPassword, changesAccount, action, answer }: ProofFormProps) {
  const form = useShopForm(PROOF_SHAPE, answer)
  return (
    <>
      <FormErrors form={form} />
      <div className="panel-head">
        <h1>Confirm your e-mail</h1>
        <p className="muted">
          {changesAccount
            ? 'Then you log in with this address, and mails about your bookings come here.'
            : 'Then flights that were booked as a guest with this address join your account.'}
          {needsPassword ? ' You are not logged in here, so we ask for your password too.' : ''}
        </p>
      </div>
      <form method="post" action={action} {...form.props} className="form">
        <MailedTo email={email} />
        {needsPassword ? (
          <TextField
            field={form.fields.password}
            need="required"
            type="password"
            autoComplete="current-password"
            enterKeyHint="go"
          />
        ) : null}
        <SubmitButton>Confirm this e-mail</SubmitButton>
      </form>
      {changesAccount ? null : <NotMine />}
    </>
  )
}

function NotMine() {
  return (
    <p className="note muted mt7">
      {'You did not make an account? Do not confirm it. '}
      <a href={accountHref('reset')}>Reset the password</a>
      {' instead, and the account is yours alone.'}
    </p>
  )
}

/** The link was used, has expired, or was never valid. */
export function ProofRefused() {
  return (
    <div className="panel-head">
      <h1>This link is used up or too old.</h1>
      <p className="muted">If your e-mail is not confirmed yet, log in and have another link sent.</p>
      <p>
        <a className="btn second" href="/account">
          Go to your account
        </a>
      </p>
    </div>
  )
}
