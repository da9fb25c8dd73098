import { type PassengerForm } from '#contract/passenger.ts'
import { formatDayAndYear, formatTime, toLocalDate, toLocalTime } from '../format/local-time.ts'
import { Check } from '../ui/check.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { Field } from '../ui/field.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { type FieldProblems } from '../ui/form-fields.ts'

export interface PassengerPageProps {
  form: PassengerForm
  /** This page. */
  path: string
  waiver: { title: string; html: string; version: string }
  problems: FieldProblems
  /** What was wrong with the form as a whole. */
  text: string
  typed: Readonly<Record<string, string>>
  /** It was kept just now. */
  saved: boolean
  contact: { phone: string }
}

const NAMES: Readonly<Record<string, string>> = {
  full_name: 'Full name: ',
  weight: 'Weight: ',
  signature: 'Signature: ',
}

/**
 * A passenger's own page: name, weight and waiver. The weight goes in and never comes out again.
 */
export function PassengerPage(props: PassengerPageProps) {
  const { form, problems, text } = props
  const { flight } = form
  const departsAt = `${formatTime(flight.local_time)} ${flight.timezone_label}`
  const summary = [
    ...(text ? [{ text }] : []),
    ...Object.entries(problems).map(([name, said]) => ({
      text: `${NAMES[name] ?? ''}${said ?? ''}`,
      target: name,
    })),
  ]
  return (
    <div className="wrap section narrow passenger-page">
      <ErrorSummary items={summary} />
      <div className="head">
        <p className="eyebrow">{flight.product_name}</p>
        <h1>{titleOf(form)}</h1>
        <p>
          {formatDayAndYear(flight.local_date)}, {departsAt}, from {flight.terminal_name}.
          {flies(form) ? ` Check-in is at ${checkIn(flight)}.` : null}
        </p>
      </div>
      <FormStateNotice {...props} />
      {form.state === 'open' ? <DetailsForm {...props} /> : <Given form={form} />}
    </div>
  )
}

const flies = ({ state }: PassengerForm) => state === 'open' || state === 'closed'

function titleOf(form: PassengerForm): string {
  const { full_name: name, state } = form
  if (state === 'called_off')
    return name ? `${name}, your flight is called off.` : 'Your flight is called off.'
  if (state === 'cancelled') return 'This booking is off.'
  return name ? `${name}, you’re on board.` : 'You’re on board.'
}

const checkIn = ({ check_in_at: at, timezone, local_date: date }: PassengerForm['flight']) => {
  const day = toLocalDate(at, timezone)
  const time = formatTime(toLocalTime(at, timezone))
  return day === date ? time : `${time} on ${formatDayAndYear(day)}`
}

/** What is missing, what was kept, and whether somebody calls. */
function FormStateNotice({ form, saved, contact }: PassengerPageProps) {
  const missing = [
    ...(form.full_name ? [] : ['your name']),
    ...(form.weight_given ? [] : ['your weight']),
    ...(form.waiver ? [] : ['your signature']),
  ]
  const list = missing.join(' and ').replace(' and ', missing.length > 2 ? ', ' : ' and ')
  if (form.state === 'cancelled') {
    return (
      <p className="alert warn">
        You do not fly with it. Whoever booked knows more, or call{' '}
        <span className="nowrap">{contact.phone}</span>.
      </p>
    )
  }
  if (form.state === 'called_off') {
    return (
      <p className="alert warn" role="status">
        Please do not come to the terminal. Whoever booked chooses another time, or a voucher for what was
        paid; if it is another time, this link is good for it, with all that you gave. Questions? Call{' '}
        <span className="nowrap">{contact.phone}</span>.
      </p>
    )
  }
  return (
    <>
      {form.we_call ? (
        <div className="alert" role="status">
          <h2>Thank you. We will call.</h2>
          <p>
            Your booking stands. To seat everybody well, somebody of our flight team will call whoever booked,
            with a few ways to choose from. You need not do anything; if you have a question, call{' '}
            <span className="nowrap">{contact.phone}</span>.
          </p>
        </div>
      ) : null}
      {missing.length === 0 ? (
        <p className="alert good" role="status">
          All done. {form.state === 'open' ? 'You can change your details until check-in.' : 'See you there.'}
        </p>
      ) : saved ? (
        <p className="alert good" role="status">
          Saved. We still need {list}.
        </p>
      ) : form.state === 'open' ? (
        <p className="note">We need {list}. It takes two minutes.</p>
      ) : null}
    </>
  )
}

function DetailsForm({ form, path, waiver, problems, typed }: PassengerPageProps) {
  return (
    <form method="post" action={path} noValidate className="form mt6">
      <section className="group" aria-labelledby="you">
        <h2 id="you">You</h2>
        <Field
          id="full_name"
          name="full_name"
          label="Full name"
          need="required"
          error={problems['full_name']}
          defaultValue={typed['full_name'] ?? form.full_name}
          autoComplete="name"
          autoCapitalize="words"
          spellCheck={false}
        />
        <Field
          id="weight"
          name="weight"
          label="Weight, lb"
          suffix="lb"
          hint={
            form.weight_given
              ? 'We have your weight, and show it to nobody: here neither. Write a new one only ' +
                'if it changed.'
              : 'With clothes and shoes. Only our flight team and your pilot see it, not whoever booked.'
          }
          error={problems['weight']}
          defaultValue={typed['weight']}
          inputMode="numeric"
          autoComplete="off"
        />
      </section>
      <section className="group" aria-labelledby="waiver-title">
        <h2 id="waiver-title">{waiver.title}</h2>
        {form.waiver ? <Signed waiver={form.waiver} path={path} /> : null}
        {form.waiver ? null : (
          <>
            <input type="hidden" name="version" value={waiver.version} />
            <div className="prose waiver-text" dangerouslySetInnerHTML={{ __html: waiver.html }} />
            <Check
              id="waiver"
              name="waiver"
              value="yes"
              label="I have read this and agree"
              error={problems['waiver']}
              defaultChecked={typed['waiver'] !== undefined}
            />
            <Field
              id="signature"
              name="signature"
              label="Sign by typing your full name"
              hint="For a passenger under 18 a parent or guardian signs, with their own name."
              error={problems['signature']}
              defaultValue={typed['signature']}
              autoComplete="off"
              spellCheck={false}
            />
          </>
        )}
      </section>
      <SubmitButton>Save my details</SubmitButton>
    </form>
  )
}

function Signed({ waiver, path }: { waiver: NonNullable<PassengerForm['waiver']>; path: string }) {
  return (
    <p className="alert good">
      Signed by {waiver.signature} on {formatDayAndYear(waiver.signed_at.slice(0, 10))}.{' '}
      <a href={`${path}/waiver`}>Read or print it</a>
    </p>
  )
}

/** From check-in on: what is there, to be read. */
function Given({ form }: { form: PassengerForm }) {
  return (
    <dl className="breakdown mt5">
      <div>
        <dt>Full name</dt>
        <dd>{form.full_name || 'Not given'}</dd>
      </div>
      <div>
        <dt>Weight</dt>
        <dd>{form.weight_given ? 'Given' : missing(form, 'Asked')}</dd>
      </div>
      <div>
        <dt>Waiver</dt>
        <dd>{form.waiver ? 'Signed' : missing(form, 'Signed')}</dd>
      </div>
    </dl>
  )
}

const missing = ({ state }: PassengerForm, what: string) =>
  state === 'closed' ? `${what} at check-in` : 'Not yet'
