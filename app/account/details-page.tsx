import { type AccountSession } from '#contract/account.ts'
import { type User } from '#contract/people.ts'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { Field, type FieldProps } from '../ui/field.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { emailInput } from './account-fields.tsx'
import { type FieldProblems } from './account-form.ts'
import { AccountNav } from './account-nav.tsx'
import { AccountScript } from './account-split.tsx'
import { type DetailsForm, detailsFieldId, detailsFields, summariseDetails } from './details-form.ts'
import { displayName } from '../format/display-name.ts'
import { SessionList } from './session-list.tsx'

/** What a refused form shows again. */
export interface DetailsRefusal {
  form: DetailsForm | undefined
  typed: Record<string, string>
  problems: FieldProblems
  /** Of the form as a whole. */
  failure: string | undefined
}

export interface DetailsPageProps {
  user: User
  /** Undefined when they cannot be read just now. */
  sessions: AccountSession[] | undefined
  zone: string
  notice: string | undefined
  /** Whom to ask, where the service behind the shop cannot change anything. */
  contactHref: string | undefined
  refusal: DetailsRefusal | undefined
}

export const DETAILS_PATH = '/account/details'

/**
 * Somebody's own details: what they are called, how they log in and where, and what becomes of
 * their data.
 */
export function DetailsPage(props: DetailsPageProps) {
  const { user, sessions, zone, notice, contactHref, refusal } = props
  const { form, problems = {}, failure } = refusal ?? {}
  const summary = [...(failure ? [{ text: failure }] : []), ...(form ? summariseDetails(form, problems) : [])]
  return (
    <div className="wrap section account-home details-page">
      <AccountNav current="details" />
      <ErrorSummary items={summary} />
      {notice && !refusal ? (
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
          <Person user={user} refusal={refusal} />
          <Email user={user} refusal={refusal} />
          <Password refusal={refusal} />
          <SessionList sessions={sessions} zone={zone} />
          <Data />
        </>
      )}
      <AccountScript />
    </div>
  )
}

interface PartProps {
  refusal: DetailsRefusal | undefined
}

/** One of the forms, with its heading beside it on wide screens. */
function Part(props: {
  form: DetailsForm
  title: string
  note: string
  button: string
  children: React.ReactNode
}) {
  const { form, title, note, button, children } = props
  return (
    <section className="details-part" aria-labelledby={`${form}-title`} id={form}>
      <div>
        <h2 id={`${form}-title`}>{title}</h2>
        <p className="muted">{note}</p>
      </div>
      <form method="post" action={DETAILS_PATH} noValidate className="form">
        {children}
        <SubmitButton intent={form} className="second">
          {button}
        </SubmitButton>
      </form>
    </section>
  )
}

type OneProps<Form extends DetailsForm> = PartProps &
  Omit<FieldProps, 'id' | 'name' | 'label'> & {
    form: Form
    name: keyof (typeof detailsFields)[Form] & string
    /** As it is now. */
    now?: string | null
  }

function DetailsField<Form extends DetailsForm>({ form, name, refusal, now, ...input }: OneProps<Form>) {
  const labels: Readonly<Record<string, string>> = detailsFields[form]
  const own = refusal?.form === form ? refusal : undefined
  return (
    <Field
      id={detailsFieldId(form, name)}
      name={name}
      label={labels[name] ?? name}
      need="required"
      error={own?.problems[name]}
      defaultValue={input.type === 'password' ? undefined : (own?.typed[name] ?? now ?? '')}
      {...input}
    />
  )
}

function Person({ user, refusal }: PartProps & { user: User }) {
  const name = {
    form: 'person',
    refusal,
    autoCapitalize: 'words',
    autoCorrect: 'off',
    spellCheck: false,
  } as const
  return (
    <Part
      form="person"
      title="Name and phone"
      note="As we greet you, and call you on the day of your flight."
      button="Save"
    >
      <div className="pair">
        <DetailsField {...name} name="first_name" now={user.first_name} autoComplete="given-name" />
        <DetailsField {...name} name="last_name" now={user.last_name} autoComplete="family-name" />
      </div>
      <DetailsField
        form="person"
        refusal={refusal}
        name="phone"
        now={user.phone}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        enterKeyHint="done"
      />
    </Part>
  )
}

function Email({ user, refusal }: PartProps & { user: User }) {
  if (user.email_proven === false) return <Unproven email={user.email} />
  return (
    <Part
      form="email"
      title="E-mail"
      note="We send a link to the new address. It counts once you open it there; the old address is told."
      button="Send the link"
    >
      <p>
        Now: <b className="break">{user.email}</b>
      </p>
      <DetailsField form="email" refusal={refusal} name="email" {...emailInput} autoComplete="email" />
      <DetailsField
        form="email"
        refusal={refusal}
        name="password"
        type="password"
        autoComplete="current-password"
        enterKeyHint="done"
      />
    </Part>
  )
}

function Unproven({ email }: { email: string }) {
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

function Password({ refusal }: PartProps) {
  return (
    <Part
      form="password"
      title="Password"
      note="Everybody who is logged in elsewhere is logged out."
      button="Change password"
    >
      <DetailsField
        form="password"
        refusal={refusal}
        name="old_password"
        type="password"
        autoComplete="current-password"
      />
      <DetailsField
        form="password"
        refusal={refusal}
        name="password"
        hint="At least 6 characters"
        type="password"
        autoComplete="new-password"
        enterKeyHint="done"
        {...{ passwordrules: 'minlength: 6;' }}
      />
    </Part>
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
