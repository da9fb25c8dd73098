import { type PassengerForm } from '#contract/passenger.ts'
import { formatDayAndYear, formatTime, toLocalDate, toLocalTime } from '../format/local-time.ts'
import { describeOnHold } from '../format/on-hold.ts'
import { FieldError } from '../ui/field.tsx'
import { CheckField, FormErrors, TextField } from '../ui/form/fields.tsx'
import { type FormAnswer } from '../ui/form/form-shape.ts'
import { type ShopField, type ShopForm, useShopForm } from '../ui/form/use-shop-form.ts'
import { SubmitButton } from '../ui/submit-button.tsx'
import { PASSENGER_SHAPE } from './passenger-form.ts'
import { PartyStatus } from './party-status.tsx'
import { DrawnSignature, SignatureField } from './signature-drawing.tsx'

export interface PassengerPageProps {
  form: PassengerForm
  /** This page. */
  path: string
  waiver: { title: string; html: string; version: string }
  answer: FormAnswer | undefined
  /** The data was just saved. */
  saved: boolean
  contact: { phone: string }
}

/**
 * A passenger's own page: name, weight and waiver. The weight goes in and never comes out again.
 */
export function PassengerPage(props: PassengerPageProps) {
  const { form, answer } = props
  const shop = useShopForm(PASSENGER_SHAPE, answer, { full_name: form.full_name })
  const { flight } = form
  const { delay } = flight
  const departsAt =
    `${formatTime((delay ?? flight).local_time)} ${flight.timezone_label}` +
    (delay ? ` (delayed, instead of ${formatTime(flight.local_time)})` : '')
  return (
    <div
      className={
        form.party.length > 1
          ? 'wrap section passenger-page with-party'
          : 'wrap section narrow passenger-page'
      }
    >
      <div>
        <FormErrors form={shop} />
        <div className="head">
          <p className="eyebrow">{flight.product_name}</p>
          <h1>{titleOf(form)}</h1>
          <p>
            {formatDayAndYear(flight.local_date)}, {departsAt}, from {flight.terminal_name}.
            {canFly(form) ? ` Check-in is at ${checkIn(flight)}.` : null}
          </p>
        </div>
        {flight.on_hold && canFly(form) ? (
          <p className="alert warn mb6" role="status">
            {describeOnHold(flight.on_hold.decide_at, flight.timezone)}
          </p>
        ) : null}
        <FormStateNotice {...props} />
        {form.state === 'open' && !(form.checked_in && form.waiver) ? (
          <DetailsForm {...props} shop={shop} />
        ) : (
          <SubmittedDetails form={form} />
        )}
      </div>
      <PartyStatus party={form.party} />
    </div>
  )
}

const canFly = ({ state }: PassengerForm) => state === 'open' || state === 'closed'

function titleOf(form: PassengerForm): string {
  const { full_name: name, state } = form
  if (state === 'called_off')
    return name ? `${name}, your flight is called off.` : 'Your flight is called off.'
  if (state === 'cancelled') return 'This booking is off.'
  return name ? `${name}, you’re on board.` : 'You’re on board.'
}

const checkIn = ({ delay, check_in_at: sold, timezone, local_date: date }: PassengerForm['flight']) => {
  const at = delay?.check_in_at ?? sold
  const day = toLocalDate(at, timezone)
  const time = formatTime(toLocalTime(at, timezone))
  return day === date ? time : `${time} on ${formatDayAndYear(day)}`
}

/** Says what is missing, what was saved, and whether staff will call. */
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
          All done.{' '}
          {form.state === 'open' && !form.checked_in
            ? 'You can change your details until you check in.'
            : 'See you there.'}
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

type DetailsFormProps = Pick<PassengerPageProps, 'form' | 'path' | 'waiver'> & {
  shop: ShopForm<keyof typeof PASSENGER_SHAPE.labels>
}

function DetailsForm({ form, path, waiver, shop }: DetailsFormProps) {
  const { fields } = shop
  return (
    <form method="post" action={path} {...shop.props} className="form mt6">
      <section className="group" aria-labelledby="you">
        <h2 id="you">You</h2>
        {form.passenger_type === undefined ? null : <p>This seat is for: {form.passenger_type}.</p>}
        {form.checked_in && form.full_name !== '' ? (
          <>
            <p>You are checked in as {form.full_name}. The waiver is still open.</p>
            <input type="hidden" name="full_name" value={form.full_name} />
          </>
        ) : (
          <YouFields form={form} fields={fields} />
        )}
      </section>
      <section className="group" aria-labelledby="waiver-title">
        <h2 id="waiver-title">{waiver.title}</h2>
        {form.waiver ? <SignedWaiver waiver={form.waiver} path={path} /> : null}
        {form.waiver ? null : (
          <>
            {form.sign_again ? (
              <p className="note">
                You signed an older waiver, which was changed since. Please read this one and sign again. What
                you signed before stays as it is.
              </p>
            ) : null}
            <input type="hidden" name="version" value={waiver.version} />
            <div className="prose waiver-text" dangerouslySetInnerHTML={{ __html: waiver.html }} />
            <CheckField field={fields.waiver} label="I have read this and agree" />
            <FieldError id={fields.drawing.id} error={fields.drawing.error} />
            <SignatureField field={fields.drawing} />
            <TextField
              field={fields.signature}
              label="Sign by typing your full name"
              hint={
                'A typed name counts the same as a drawn one. For a passenger under 18 a parent or ' +
                'guardian signs: draw, and type your own name.'
              }
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

function YouFields({
  form,
  fields,
}: Pick<DetailsFormProps, 'form'> & Pick<DetailsFormProps['shop'], 'fields'>) {
  return (
    <>
      <TextField
        field={fields.full_name}
        need="required"
        autoComplete="name"
        autoCapitalize="words"
        spellCheck={false}
      />
      {form.checked_in ? null : <WeightField form={form} field={fields.weight} />}
    </>
  )
}

function WeightField({ form, field }: Pick<DetailsFormProps, 'form'> & { field: ShopField }) {
  return (
    <TextField
      field={field}
      label="Weight, lb"
      suffix="lb"
      hint={
        form.weight_given
          ? 'We have your weight, and show it to nobody: here neither. Write a new one only ' +
            'if it changed.'
          : 'With clothes and shoes. Only our flight team and your pilot see it, not whoever booked. ' +
            'Kilograms are fine, too: write 82 kg.'
      }
      inputMode="numeric"
      autoComplete="off"
    />
  )
}

function SignedWaiver({ waiver, path }: { waiver: NonNullable<PassengerForm['waiver']>; path: string }) {
  return (
    <>
      <p className="alert good">
        Signed by {waiver.signature} on {formatDayAndYear(waiver.signed_at.slice(0, 10))}.{' '}
        <a href={`${path}/waiver`}>Read or print it</a>
      </p>
      {waiver.drawing === null ? null : <DrawnSignature drawing={waiver.drawing} />}
    </>
  )
}

/** The saved data, which cannot be changed once the flight has left, or check-in has completed it. */
function SubmittedDetails({ form }: { form: PassengerForm }) {
  return (
    <dl className="breakdown mt5">
      <div>
        <dt>Full name</dt>
        <dd>{form.full_name || 'Not given'}</dd>
      </div>
      {form.passenger_type === undefined ? null : (
        <div>
          <dt>Seat for</dt>
          <dd>{form.passenger_type}</dd>
        </div>
      )}
      <div>
        <dt>Weight</dt>
        <dd>{form.weight_given ? 'Given' : describeMissing(form, 'Asked')}</dd>
      </div>
      <div>
        <dt>Waiver</dt>
        <dd>{form.waiver ? 'Signed' : describeMissing(form, 'Signed')}</dd>
      </div>
    </dl>
  )
}

const describeMissing = ({ state }: PassengerForm, what: string) =>
  state === 'closed' ? `${what} at check-in` : 'Not yet'
