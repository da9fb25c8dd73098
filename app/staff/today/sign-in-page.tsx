import { AuthenticatorKey } from '../../ui/authenticator-key.tsx'
import { FormErrors, TextField } from '../../ui/form/fields.tsx'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { type PlainForm, plainForm } from '../../ui/form/use-shop-form.ts'
import { Failure } from '../../ui/notice.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { PasskeyForm } from '../parts/passkey-form.tsx'
import { recoveryHref, signInHref } from '../parts/sign-in-href.ts'
import { PASSKEY_SIGN_IN_SHAPE, RECOVERY_SHAPE, SIGN_IN_SHAPE } from './sign-in-form.ts'

interface SignInPageProps {
  state: 'none' | 'to_set_up' | 'to_show' | 'shown'
  next: string
  /** The sandbox's authenticator, in place of the app on a phone; null where there is none. */
  authenticator: { account: string } | null
  /** Whether a code on paper is asked for, in place of the app's. */
  recovering: boolean
  /** Whether passkeys work at this host. */
  passkey: boolean
  answer:
    | { secret: string | null; uri: string | null; failure: string | null; refusal: FormAnswer | undefined }
    | undefined
}

/** Asks staff for the second factor; at the first sign-in it sets up the authenticator app. */
export function SignInPage({ state, next, authenticator, recovering, passkey, answer }: SignInPageProps) {
  const secret = answer?.secret ?? null
  const settingUp = state === 'to_set_up' && secret === null
  const form = plainForm(SIGN_IN_SHAPE, answer?.refusal)
  const recovery = plainForm(RECOVERY_SHAPE, answer?.refusal)
  const held = plainForm(PASSKEY_SIGN_IN_SHAPE, answer?.refusal)
  const onPaper = state === 'to_show' && recovering
  return (
    <div className="wrap narrow desk">
      <FormErrors form={onPaper ? recovery : form} />
      <FormErrors form={held} />
      <Failure text={answer?.failure} />
      <div className="stack">
        <h1>Sign in to the desk</h1>
        <p className="muted">
          A password can be guessed or stolen. The desk asks for a code of an app on your phone beside it.
        </p>
      </div>
      {settingUp ? <SetUp next={next} /> : null}
      {secret === null ? null : (
        <AuthenticatorKey secret={secret} uri={answer?.uri ?? null} {...{ authenticator }} />
      )}
      {onPaper ? <Recover next={next} form={recovery} /> : null}
      {state === 'to_show' && passkey ? (
        <PasskeyForm purpose="prove" form={held}>
          <input type="hidden" name="next" value={next} />
          <SubmitButton intent="passkey" className="second">
            Use a passkey
          </SubmitButton>
        </PasskeyForm>
      ) : null}
      {settingUp || onPaper ? null : <ShowCode {...{ next, secret, form, authenticator }} />}
    </div>
  )
}

function SetUp({ next }: { next: string }) {
  return (
    <form method="post" className="form card">
      <h2>Set up an authenticator app</h2>
      <p>
        Any app that shows six-digit codes will do. You get a code to scan with it, once. Nobody here will
        ever ask you for it.
      </p>
      <input type="hidden" name="next" value={next} />
      <SubmitButton intent="set_up" className="">
        Show me the key
      </SubmitButton>
    </form>
  )
}

/** For somebody without the phone: a code from the paper. */
function Recover({ next, form }: { next: string; form: PlainForm<'recovery_code'> }) {
  return (
    <form method="post" className="form card" {...form.props}>
      <h2>Use a recovery code</h2>
      <input type="hidden" name="next" value={next} />
      <TextField
        field={form.fields.recovery_code}
        need="required"
        hint="Sixteen letters and digits from your paper. Each works once, and a mail says that it was used."
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={60}
      />
      <SubmitButton intent="recover" className="">
        Sign In
      </SubmitButton>
      <p className="muted">
        <a href={signInHref(next)}>Use the code of the app</a>. No paper either? An admin can take the lost
        app away.
      </p>
    </form>
  )
}

function ShowCode({
  next,
  secret,
  form,
  authenticator,
}: {
  secret: string | null
  form: PlainForm<'code'>
} & Pick<SignInPageProps, 'next' | 'authenticator'>) {
  return (
    <form method="post" className="form card" {...form.props}>
      {secret === null ? null : (
        <>
          <h2>2. Type the code it shows</h2>
          <input type="hidden" name="secret" value={secret} />
        </>
      )}
      <input type="hidden" name="next" value={next} />
      <TextField
        field={form.fields.code}
        need="required"
        hint="Six digits. They change every half minute."
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
      />
      <SubmitButton intent="show" className="">
        Sign In
      </SubmitButton>
      {secret !== null ? null : (
        <p className="muted">
          No phone at hand? <a href={recoveryHref(next)}>Use a recovery code</a>
        </p>
      )}
      {authenticator === null || secret !== null ? null : (
        <p className="muted">
          Did you use the{' '}
          <a href="/sandbox/authenticator" target="_blank" rel="noreferrer">
            test authenticator
          </a>
          ? It shows the code.
        </p>
      )}
    </form>
  )
}
