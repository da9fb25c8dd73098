import { formatDateTime } from '../format/date-time.ts'
import { RecoveryCodes } from '../ui/authenticator-codes.tsx'
import { AuthenticatorKey } from '../ui/authenticator-key.tsx'
import { FormErrors, TextField } from '../ui/form/fields.tsx'
import { type ShopForm, useShopForm } from '../ui/form/use-shop-form.ts'
import { Success } from '../ui/notice.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { AccountScript } from './account-split.tsx'
import { DETAILS_PATH } from './details-page.tsx'
import { FACTOR_PATH, FACTOR_SHAPES, type FactorAnswer } from './factor-shapes.ts'

export interface FactorPageProps {
  /** `role`: staff, whose sign-in is on a page of the desk. `missing`: the service has none. */
  state: 'off' | 'on' | 'role' | 'missing'
  /** How many recovery codes are left, and since when there are any. */
  left: number
  madeAt: string | null
  zone: string
  /** Whether the account's e-mail is confirmed. */
  proven: boolean
  contact: string
  /** The sandbox's authenticator, in place of the app on a phone; null where there is none. */
  authenticator: { account: string } | null
  answer: FactorAnswer | undefined
}

/** Where a customer turns the code at log-in on and off, and makes recovery codes. */
export function FactorPage(props: FactorPageProps) {
  const { state, answer, authenticator, contact } = props
  const start = useShopForm(FACTOR_SHAPES.start, answer?.refusal)
  const confirm = useShopForm(FACTOR_SHAPES.confirm, answer?.refusal)
  const codes = useShopForm(FACTOR_SHAPES.codes, answer?.refusal)
  const off = useShopForm(FACTOR_SHAPES.off, answer?.refusal)
  const secret = state === 'off' ? (answer?.secret ?? null) : null
  const uri = answer?.uri ?? null
  return (
    <div className="wrap section erase-page">
      <p className="mb6">
        <a href={DETAILS_PATH}>Back to your details</a>
      </p>
      {[start, confirm, codes, off].map((form) => (
        <FormErrors key={form.props.id} form={form} />
      ))}
      <div className="head">
        <h1>Code at log-in</h1>
        <p>
          A password can be guessed or stolen. With this, your account asks for a code of an app on your phone
          as well, at each log-in.
        </p>
      </div>
      {state === 'role' ? (
        <p>
          Your role asks for a code of your app already. <a href="/staff/security">See how you sign in</a>
        </p>
      ) : null}
      {state === 'missing' ? (
        <p className="alert">
          This cannot be turned on here. Write to <a href={`mailto:${contact}`}>{contact}</a>.
        </p>
      ) : null}
      {state === 'off' && secret === null ? <TurnOn {...props} form={start} /> : null}
      {secret === null ? null : (
        <div className="stack">
          <AuthenticatorKey {...{ secret, uri, authenticator }} />
          <Confirm {...{ secret, uri }} form={confirm} />
        </div>
      )}
      {state === 'on' ? <IsOn {...props} codes={codes} off={off} /> : null}
      <AccountScript />
    </div>
  )
}

function TurnOn({ proven, form }: FactorPageProps & { form: ShopForm<'password'> }) {
  if (!proven) {
    return (
      <p className="alert">
        It is off. Please confirm your e-mail first: open the link we sent you, or{' '}
        <a href={`${DETAILS_PATH}#email`}>have another one sent</a>.
      </p>
    )
  }
  return (
    <form method="post" action={FACTOR_PATH} {...form.props} className="form">
      <p>
        <strong>It is off.</strong> Any app that shows six-digit codes will do. You scan a key with it and
        type the code it shows; then you get ten codes on paper, for the day without your phone.
      </p>
      <p className="muted">Everybody else who is logged in is logged out then.</p>
      <TextField
        field={form.fields.password}
        need="required"
        type="password"
        autoComplete="current-password"
        enterKeyHint="next"
      />
      <SubmitButton intent="start">Show me the key</SubmitButton>
    </form>
  )
}

interface ConfirmProps {
  secret: string
  uri: string | null
  form: ShopForm<'code'>
}

function Confirm({ secret, uri, form }: ConfirmProps) {
  return (
    <form method="post" action={FACTOR_PATH} {...form.props} className="form card">
      <h2>2. Type the code it shows</h2>
      <input type="hidden" name="secret" value={secret} />
      {uri === null ? null : <input type="hidden" name="uri" value={uri} />}
      <TextField
        field={form.fields.code}
        need="required"
        hint="Six digits. They change every half minute."
        inputMode="numeric"
        autoComplete="one-time-code"
        enterKeyHint="done"
        maxLength={7}
      />
      <SubmitButton intent="confirm">Turn it on</SubmitButton>
    </form>
  )
}

interface IsOnProps extends FactorPageProps {
  codes: ShopForm<'code'>
  off: ShopForm<'code'>
}

function IsOn({ left, madeAt, zone, answer, codes, off }: IsOnProps) {
  const made = answer?.codes ?? null
  return (
    <>
      <Success>It is on: each log-in asks for a code of your app.</Success>
      <section className="stack mt6" aria-labelledby="codes-title">
        <h2 id="codes-title">Recovery codes</h2>
        {made === null ? (
          <form method="post" action={FACTOR_PATH} {...codes.props} className="form">
            <p>
              {madeAt === null
                ? 'You have none. Without your phone you could not log in.'
                : `${codesLeft(left)} left of those made ${formatDateTime(madeAt, zone)}.`}{' '}
              Each stands in for your phone once.
            </p>
            <CodeField form={codes} />
            <SubmitButton intent="codes" className="second">
              {madeAt === null ? 'Make ten codes' : 'Make ten new codes, and end the old ones'}
            </SubmitButton>
          </form>
        ) : (
          <RecoveryCodes codes={made} next={DETAILS_PATH} />
        )}
      </section>
      {made === null ? (
        <section className="stack mt6" aria-labelledby="off-title">
          <h2 id="off-title">Turn it off</h2>
          <form method="post" action={FACTOR_PATH} {...off.props} className="form">
            <p>Your password alone opens your account then. The recovery codes end, too.</p>
            <CodeField form={off} />
            <SubmitButton intent="off" className="danger">
              Turn it off
            </SubmitButton>
          </form>
        </section>
      ) : null}
    </>
  )
}

const CodeField = ({ form }: { form: ShopForm<'code'> }) => (
  <TextField
    field={form.fields.code}
    need="required"
    hint="Six digits of your app, or a recovery code."
    autoComplete="one-time-code"
    autoCapitalize="characters"
    spellCheck={false}
    enterKeyHint="done"
    maxLength={60}
  />
)

const codesLeft = (left: number): string => (left === 1 ? 'One code is' : `${String(left)} codes are`)
