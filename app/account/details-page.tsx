import { type AccountSession } from '#contract/account.ts'
import { CARE_OCCASIONS, careOccasions, type CareWishes } from '#contract/care.ts'
import { type Account } from '#contract/people.ts'
import { type AccountTextConsent } from '#contract/text.ts'
import { Check } from '../ui/check.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { FormErrors, optionProps, TextField } from '../ui/form/fields.tsx'
import { type FormAnswer } from '../ui/form/form-shape.ts'
import { type ShopForm, useShopForm } from '../ui/form/use-shop-form.ts'
import { SubmitButton } from '../ui/submit-button.tsx'
import { emailInput } from './account-fields.tsx'
import { AccountNav } from './account-nav.tsx'
import { AccountScript } from './account-split.tsx'
import { type DetailsForm, DETAILS_SHAPES } from './details-form.ts'
import { formatDate, toLocalDate } from '../format/local-time.ts'
import { displayName } from '../format/display-name.ts'
import { FACTOR_PATH } from './factor-shapes.ts'
import { SessionList } from './session-list.tsx'

export interface DetailsPageProps {
  user: Account
  /** Undefined when they cannot be read just now. */
  sessions: AccountSession[] | undefined
  zone: string
  notice: string | undefined
  /** Whether texts may be sent; undefined where the brand sends none. */
  texts: AccountTextConsent | undefined
  /** Which messages that the shop sends by itself are wanted; undefined when they cannot be read. */
  care: CareWishes | undefined
  /** Whom to ask, where the service behind the shop cannot change anything. */
  contactHref: string | undefined
  /** The code at log-in: on, off, or of a role; undefined when it cannot be read. */
  factor: 'on' | 'off' | 'role' | undefined
  answer: FormAnswer | undefined
}

export const DETAILS_PATH = '/account/details'

/**
 * The account's details: name and phone, e-mail, password, sessions, and the export and erasure of
 * its data.
 */
export function DetailsPage(props: DetailsPageProps) {
  const { user, sessions, zone, notice, texts, care, contactHref, factor, answer } = props
  const person = useShopForm(DETAILS_SHAPES.person, answer, user)
  const email = useShopForm(DETAILS_SHAPES.email, answer)
  const password = useShopForm(DETAILS_SHAPES.password, answer)
  const consent = useShopForm(DETAILS_SHAPES.texts, answer)
  const wishes = useShopForm(DETAILS_SHAPES.care, answer, care && tickWanted(care))
  const failure = answer?.form === 'everywhere' ? answer.error?.[''] : undefined
  return (
    <div className="wrap section account-home details-page">
      <AccountNav current="details" />
      <FormErrors form={person} />
      <FormErrors form={email} />
      <FormErrors form={password} />
      <FormErrors form={consent} />
      <FormErrors form={wishes} />
      <ErrorSummary items={(failure ?? []).map((text) => ({ text }))} />
      {notice && !answer ? (
        <p className="alert good mb6" role="status">
          {notice}
        </p>
      ) : null}
      <div className="account-head">
        <div>
          <p className="eyebrow">Your account</p>
          <h1>{displayName(user)}</h1>
        </div>
      </div>
      {contactHref ? (
        <p className="alert">
          Your details cannot be changed here. Write to <a href={`mailto:${contactHref}`}>{contactHref}</a>,
          and we do it.
        </p>
      ) : (
        <>
          <Person form={person} />
          {texts ? <Texts texts={texts} zone={zone} form={consent} /> : null}
          {care && user.email_proven !== false ? <Care form={wishes} /> : null}
          <Email user={user} form={email} />
          <Password form={password} />
          <SecondStep factor={factor} />
          <SessionList sessions={sessions} zone={zone} />
          <Data />
        </>
      )}
      <AccountScript />
    </div>
  )
}

type FormOf<Name extends DetailsForm> = ShopForm<keyof (typeof DETAILS_SHAPES)[Name]['labels'] & string>

/** One of the forms, with its heading beside it on wide screens. */
function Part(props: {
  id: DetailsForm
  form: Pick<ShopForm, 'props'>
  title: string
  note: string
  button: string
  children: React.ReactNode
}) {
  const { id, form, title, note, button, children } = props
  return (
    <section className="details-part" aria-labelledby={`${id}-title`} id={id}>
      <div>
        <h2 id={`${id}-title`}>{title}</h2>
        <p className="muted">{note}</p>
      </div>
      <form method="post" action={DETAILS_PATH} {...form.props} className="form">
        {children}
        <SubmitButton intent={id} className="second">
          {button}
        </SubmitButton>
      </form>
    </section>
  )
}

function Person({ form }: { form: FormOf<'person'> }) {
  const { first_name, last_name, phone } = form.fields
  const name = {
    need: 'required',
    autoCapitalize: 'words',
    autoCorrect: 'off',
    spellCheck: false,
  } as const
  return (
    <Part
      id="person"
      form={form}
      title="Name and phone"
      note="As we greet you, and call you on the day of your flight."
      button="Save"
    >
      <div className="pair">
        <TextField field={first_name} {...name} autoComplete="given-name" />
        <TextField field={last_name} {...name} autoComplete="family-name" />
      </div>
      <TextField
        field={phone}
        need="required"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        enterKeyHint="done"
      />
    </Part>
  )
}

interface TextsProps {
  texts: AccountTextConsent
  zone: string
  form: FormOf<'texts'>
}

/** The consent to texts: given with a tick, taken back with a press. */
function Texts({ texts, zone, form }: TextsProps) {
  const { words, given_at: at, number } = texts
  const note = 'Links and changes of your flights come to your phone, only if you want that.'
  if (number === null) {
    return (
      <section className="details-part" aria-labelledby="texts-title" id="texts">
        <div>
          <h2 id="texts-title">Texts to your phone</h2>
          <p className="muted">{note}</p>
        </div>
        <p>The phone number above gets no texts. Please give one that does, abroad with its country code.</p>
      </section>
    )
  }
  const { words: field } = form.fields
  return (
    <Part
      id="texts"
      form={form}
      title="Texts to your phone"
      note={note}
      button={at === null ? 'Save' : 'No more texts'}
    >
      {at === null ? (
        <Check
          id={field.id}
          label={words}
          error={field.error}
          {...optionProps(field, 'checkbox', words, 0)}
        />
      ) : (
        <p>
          You agreed on {formatDate(toLocalDate(at, zone))}, for the number {number}: “{words}”
          <input type="hidden" name="stop" value="yes" />
        </p>
      )}
    </Part>
  )
}

const WANTED = 'yes'
/** The ticks of the form. */
const tickWanted = (care: CareWishes) =>
  Object.fromEntries(careOccasions.map((one) => [one, care[one] ? WANTED : undefined]))

/** The messages that the shop sends by itself, each switched off by taking its tick away. */
function Care({ form }: { form: FormOf<'care'> }) {
  return (
    <Part
      id="care"
      form={form}
      title="Messages we send by ourselves"
      note="Tickets, receipts and changes of a flight come in any case."
      button="Save"
    >
      {careOccasions.map((one) => {
        const field = form.fields[one]
        return (
          <Check
            key={one}
            id={field.id}
            label={CARE_OCCASIONS[one]}
            error={field.error}
            {...optionProps(field, 'checkbox', WANTED, 0)}
          />
        )
      })}
    </Part>
  )
}

function Email({ user, form }: { user: Account; form: FormOf<'email'> }) {
  if (user.email_proven === false) return <UnconfirmedEmailNotice email={user.email} />
  const { email, password } = form.fields
  return (
    <Part
      id="email"
      form={form}
      title="E-mail"
      note="We send a link to the new address. It counts once you open it there; the old address is told."
      button="Send the link"
    >
      <p>
        Now: <b className="break">{user.email}</b>
      </p>
      <TextField field={email} need="required" {...emailInput} autoComplete="email" />
      <TextField
        field={password}
        need="required"
        type="password"
        autoComplete="current-password"
        enterKeyHint="done"
      />
    </Part>
  )
}

function UnconfirmedEmailNotice({ email }: { email: string }) {
  return (
    <section className="details-part" aria-labelledby="email-title" id="email">
      <div>
        <h2 id="email-title">E-mail</h2>
        <p className="muted">
          <b className="break">{email}</b> is not confirmed yet. Open the link we sent you; then it can be
          changed.
        </p>
      </div>
      <form method="post" action="/account#main">
        <button type="submit" className="btn second" name="intent" value="prove">
          Send the link again
        </button>
      </form>
    </section>
  )
}

function Password({ form }: { form: FormOf<'password'> }) {
  const { old_password, password } = form.fields
  return (
    <Part
      id="password"
      form={form}
      title="Password"
      note="Everybody who is logged in elsewhere is logged out."
      button="Change password"
    >
      <TextField field={old_password} need="required" type="password" autoComplete="current-password" />
      <TextField
        field={password}
        need="required"
        hint="At least 6 characters"
        type="password"
        autoComplete="new-password"
        enterKeyHint="done"
        {...{ passwordrules: 'minlength: 6;' }}
      />
    </Part>
  )
}

const FACTOR_STATES = {
  on: { text: 'It is on: each log-in asks for a code of your app.', link: 'Change it' },
  off: { text: 'It is off: your password alone opens your account.', link: 'Turn it on' },
  role: { text: 'The desk asks you for a code of your app.', link: 'See how you sign in' },
} as const

/** Whether a log-in asks for a code beside the password. */
function SecondStep({ factor }: Pick<DetailsPageProps, 'factor'>) {
  return (
    <section className="details-part" aria-labelledby="code-title" id="code">
      <div>
        <h2 id="code-title">Code at log-in</h2>
        <p className="muted">With a code of an app on your phone, a stolen password opens nothing.</p>
      </div>
      {factor === undefined ? (
        <p>This cannot be shown just now.</p>
      ) : (
        <div className="stack">
          <p>{FACTOR_STATES[factor].text}</p>
          <a className="btn second" href={factor === 'role' ? '/staff/security' : FACTOR_PATH}>
            {FACTOR_STATES[factor].link}
          </a>
        </div>
      )}
    </section>
  )
}

function Data() {
  return (
    <section className="details-part" aria-labelledby="data-title">
      <div>
        <h2 id="data-title">Your data</h2>
        <p className="muted">Everything we hold about you, as a file; or nothing any more.</p>
      </div>
      <p className="btn-row">
        <a className="btn second" href={`${DETAILS_PATH}/export`}>
          Download my data
        </a>
        <a className="btn second" href={`${DETAILS_PATH}/erase`}>
          Erase my data
        </a>
      </p>
    </section>
  )
}
