import { FormErrors, TextField } from '../ui/form/fields.tsx'
import { type FormAnswer } from '../ui/form/form-shape.ts'
import { type ShopForm, useShopForm } from '../ui/form/use-shop-form.ts'
import { Success } from '../ui/notice.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { logInCodeHref, tabHref } from './account-tabs.ts'
import { LOG_IN_CODE_SHAPE, LOG_IN_RECOVERY_SHAPE } from './log-in-code-form.ts'

interface LogInCodePanelProps {
  /** The query that every address keeps, see `carriedQuery`. */
  kept: string
  /** Whether a code on paper is asked for, in place of the app's. */
  recovering: boolean
  /** The password was just set by a mailed link. */
  saved: boolean
  /** Whom to ask without phone and paper. */
  contact: string
  answer: FormAnswer | undefined
}

/** The second step of a log-in, for accounts whose owner turned it on. */
export function LogInCodePanel({ kept, recovering, saved, contact, answer }: LogInCodePanelProps) {
  const code = useShopForm(LOG_IN_CODE_SHAPE, answer)
  const recovery = useShopForm(LOG_IN_RECOVERY_SHAPE, answer)
  return (
    <>
      <FormErrors form={recovering ? recovery : code} />
      {saved && answer === undefined ? <Success>Your new password is saved.</Success> : null}
      <div className="panel-head">
        <h1>{recovering ? 'Use a recovery code' : 'Type the code of your app'}</h1>
        <p className="muted">Your password is right. This account asks for a code as well.</p>
      </div>
      {recovering ? <OnPaper {...{ kept, contact }} form={recovery} /> : <OfApp kept={kept} form={code} />}
    </>
  )
}

function OfApp({ kept, form }: { kept: string; form: ShopForm<'code'> }) {
  return (
    <form method="post" action={logInCodeHref(kept)} {...form.props} className="form">
      <TextField
        field={form.fields.code}
        need="required"
        hint="Six digits. They change every half minute."
        inputMode="numeric"
        autoComplete="one-time-code"
        enterKeyHint="go"
        maxLength={7}
      />
      <SubmitButton intent="code">Log In</SubmitButton>
      <p>
        No phone at hand? <a href={logInCodeHref(kept, 'recovery')}>Use a recovery code</a>
      </p>
      <LogInAgain kept={kept} />
    </form>
  )
}

interface OnPaperProps extends Pick<LogInCodePanelProps, 'kept' | 'contact'> {
  form: ShopForm<'recovery_code'>
}

function OnPaper({ kept, contact, form }: OnPaperProps) {
  return (
    <form method="post" action={logInCodeHref(kept, 'recovery')} {...form.props} className="form">
      <TextField
        field={form.fields.recovery_code}
        need="required"
        hint="Sixteen letters and digits. Each works once, and a mail says that it was used."
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={60}
      />
      <SubmitButton intent="recovery">Log In</SubmitButton>
      <p>
        <a href={logInCodeHref(kept)}>Use the code of the app</a>
      </p>
      <p className="muted">
        Both are lost? Write to{' '}
        <a className="break" href={`mailto:${contact}`}>
          {contact}
        </a>
        . Once we know that it is you, we take the code away.
      </p>
      <LogInAgain kept={kept} />
    </form>
  )
}

const LogInAgain = ({ kept }: { kept: string }) => (
  <p>
    <a href={tabHref('login', kept)}>Log in with another account</a>
  </p>
)
