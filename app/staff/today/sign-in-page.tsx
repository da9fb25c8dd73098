import { FormErrors, TextField } from '../../ui/form/fields.tsx'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { type ShopForm, useShopForm } from '../../ui/form/use-shop-form.ts'
import { Failure } from '../../ui/notice.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { SIGN_IN_SHAPE } from './sign-in-form.ts'

interface SignInPageProps {
  state: 'none' | 'to_set_up' | 'to_show' | 'shown'
  next: string
  answer:
    | { secret: string | null; uri: string | null; failure: string | null; refusal: FormAnswer | undefined }
    | undefined
}

/** Asks staff for the second factor; at the first sign-in it sets up the authenticator app. */
export function SignInPage({ state, next, answer }: SignInPageProps) {
  const secret = answer?.secret ?? null
  const settingUp = state === 'to_set_up' && secret === null
  const form = useShopForm(SIGN_IN_SHAPE, answer?.refusal)
  return (
    <div className="wrap narrow desk">
      <FormErrors form={form} />
      <Failure text={answer?.failure} />
      <div className="stack">
        <h1>Sign in to the desk</h1>
        <p className="muted">
          A password can be guessed or stolen. The desk asks for a code of an app on your phone beside it.
        </p>
      </div>
      {settingUp ? (
        <SetUp next={next} />
      ) : (
        <ShowCode next={next} secret={secret} uri={answer?.uri ?? null} form={form} />
      )}
    </div>
  )
}

function SetUp({ next }: { next: string }) {
  return (
    <form method="post" className="form card">
      <h2>Set up an authenticator app</h2>
      <p>
        Any app that shows six-digit codes will do. You get a key to type into it, once. Nobody here will ever
        ask you for it.
      </p>
      <input type="hidden" name="next" value={next} />
      <SubmitButton intent="set_up" className="">
        Show me the key
      </SubmitButton>
    </form>
  )
}

function ShowCode({
  next,
  secret,
  uri,
  form,
}: {
  next: string
  secret: string | null
  uri: string | null
  form: ShopForm<'code'>
}) {
  return (
    <form method="post" className="form card" {...form.props}>
      {secret === null ? null : (
        <div className="stack">
          <h2>1. Type this key into your app</h2>
          <p className="secret">{secret.replace(/(.{4})/g, '$1 ').trim()}</p>
          {uri === null ? null : (
            <p>
              On this phone? <a href={uri}>Open it in the app</a>
            </p>
          )}
          <h2>2. Type the code it shows</h2>
          <input type="hidden" name="secret" value={secret} />
        </div>
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
    </form>
  )
}
